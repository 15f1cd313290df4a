// First: these name the layers that the components' sheets fill, and set zod up before the contract uses it.
import './styles/main.css';
import './zod-without-code.ts';

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { createConsoleRouter } from './router.tsx';
import { restoreWantedView } from './sign-in/wanted-view.ts';

const place = document.getElementById('console');
if (!place) throw new Error('The document has no place for the console.');

restoreWantedView();
const queryClient = createQueryClient();
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createConsoleRouter(queryClient)} />
    </QueryClientProvider>
  </StrictMode>,
);
