import { ContactForm } from '#site/islands/contact-form/contact-form.tsx';
import { Toasts } from '#site/islands/toasts/toasts.tsx';
import { WaitlistForm } from '#site/islands/waitlist-form/waitlist-form.tsx';

/** Every component that can be hydrated, by the name in its `data-island` attribute. */
export const islands = { ContactForm, Toasts, WaitlistForm };
