import { createElement, type FormEvent } from 'react';

/** The smallest form in React: what no form in React can be ready sooner than. */
export const BareForm = () =>
  createElement(
    'form',
    {
      action: '/functions/bare',
      method: 'post',
      onSubmit: (event: FormEvent) => event.preventDefault(),
    },
    createElement('input', { name: 'email' }),
    createElement('button', { type: 'submit' }, 'Send'),
  );
