import {
  type ContactBody,
  requiredFields,
  trapField,
  type WaitlistBody,
  type WaitlistKind,
  waitlistKeys,
} from '#contract/submission.ts';

type WaitlistField = Exclude<keyof WaitlistBody, 'isVenueForm'>;

/** The fields that a variant shows. */
export const shownFields: Record<WaitlistKind, readonly WaitlistField[]> = {
  creator: requiredFields.creator,
  venue: [...requiredFields.venue, 'website'],
};

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** The trap travels only when something filled it in, so that people's bodies keep the exact keys. */
const trap = (form: FormData): Record<string, string> => {
  const filled = text(form, trapField);
  return filled ? { [trapField]: filled } : {};
};

/** All nine keys in the contract's order; what the variant does not show is empty, whatever was typed there before. */
export function buildWaitlistBody(form: FormData, kind: WaitlistKind): WaitlistBody {
  const entries = waitlistKeys.map((key) => [
    key,
    key === 'isVenueForm' ? kind === 'venue' : shownFields[kind].includes(key) ? text(form, key) : '',
  ]);
  return { ...Object.fromEntries(entries), ...trap(form) };
}

export function buildContactBody(form: FormData): ContactBody {
  return {
    name: text(form, 'name'),
    email: text(form, 'email'),
    message: text(form, 'message'),
    ...trap(form),
  };
}
