import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { definitionOf, fieldNames } from '#contract/fields.ts';
import { honeypotField, submissionKinds, variantKey } from '#contract/submission.ts';
import { ContactForm } from '#site/islands/contact-form/contact-form.tsx';
import { WaitlistForm } from '#site/islands/waitlist-form/waitlist-form.tsx';

const forms = {
  creator: renderToStaticMarkup(<WaitlistForm variant="creator" />),
  venue: renderToStaticMarkup(<WaitlistForm variant="venue" />),
  contact: renderToStaticMarkup(<ContactForm />),
};

/** The control with this name, as it is written; undefined when there is none. */
const controlIn = (html: string, name: string) =>
  html.match(/<(?:input|textarea)[^>]*>/g)?.find((control) => control.includes(` name="${name}"`));

describe.each(submissionKinds)('the form of a %s', (kind) => {
  const html = forms[kind];

  test.each(fieldNames(kind))('has a control for %s', (name) => {
    expect(controlIn(html, name)).toBeDefined();
  });

  test.each(fieldNames(kind))('requires %s if the server does', (name) => {
    const isRequired = / required=""/.test(controlIn(html, name) ?? '');
    expect(isRequired).toBe(definitionOf(name).kinds[kind] === 'required');
  });

  test('has no control that the server would refuse', () => {
    const names = [...html.matchAll(/<(?:input|textarea)[^>]* name="([^"]*)"/g)].map(([, name]) => name);
    const known = [...fieldNames(kind), honeypotField, ...(kind === 'contact' ? [] : [variantKey])];
    expect(names.toSorted()).toEqual(known.toSorted());
  });
});

test('text areas have the heights of the specification', () => {
  expect(controlIn(forms.creator, 'bio')).toContain('class="high-120"');
  expect(controlIn(forms.venue, 'message')).toContain('class="high-120"');
  expect(controlIn(forms.contact, 'message')).toContain('class="high-150"');
});
