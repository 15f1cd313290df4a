import { z } from 'zod';

// The console's policy forbids the code that zod would compile, and zod asks for it where a schema is made.
z.config({ jitless: true });
