import { contactKeys } from '#contract/fields.ts';
import { parseContact } from '#contract/submission-schema.ts';
import { functionNames } from '#contract/wire.ts';
import { defineFunction } from './submission-function.ts';

/** Takes a contact message. */
export const sendToSlack = defineFunction({
  name: functionNames.contact,
  parse: parseContact,
  keys: contactKeys,
  kindOf: () => 'contact',
});
