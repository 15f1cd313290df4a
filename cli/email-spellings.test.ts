import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseContact, parseWaitlist } from '#contract/submission-schema.ts';
import { mailbox } from '#server/operator/inputs.ts';
import { creator, describeOnEachEngine } from '#test/cli-fixture.ts';

const spellings = [
  'bo@example.com',
  'Bo <bo@example.com>',
  '"Bo, of the bar" <bo@example.com>,',
  '<bo@example.com>',
  'mailto:bo@example.com',
  'Mailto:bo@example.com?subject=Hello',
  '<mailto:bo@example.com>',
  'bo@example.com.',
  'bo@example.com;',
  '(bo@example.com).',
  '"bo@example.com"',
  "'bo@example.com'",
  '“bo@example.com”',
  'bo＠ｅｘａｍｐｌｅ．ｃｏｍ。',
  ' \u00a0bo@example.com\t ',
  '\u202abo@exam\u00adple.com\u202c',
];

describeOnEachEngine('an email address', (cli) => {
  test.each(spellings)(
    '%j is read alike by forms, import, add, person, erase and the list',
    async (email) => {
      const whole = { handle: '@bo', venueName: '', website: '', city: 'Perth', bio: 'x', message: '' };
      const read = { ok: true, submission: { fields: { email: 'bo@example.com' } } };
      expect(parseWaitlist({ name: 'Bo', email, ...whole, isVenueForm: false })).toMatchObject(read);
      expect(parseContact({ name: 'Bo', email, message: 'Hi' })).toMatchObject(read);

      const id = await cli.accept('creator', { ...creator, email: 'bo@example.com' });
      expect(await cli.listed('--email', email)).toEqual([1]);
      const [submission] = (await cli.runJson('person', '--email', email)).submissions;
      expect(submission).toMatchObject({ id });
      expect((await cli.run(['add', '--kind', 'creator', '--email', email])).err).toContain(
        'on the list already',
      );
      await writeFile(join(cli.folder, 'list.csv'), `Email\n"${email.replaceAll('"', '""')}"`);
      const imported = await cli.run(['import', 'list.csv', '--kind', 'creator', '--dry-run']);
      expect(imported.out).toMatch(/Known already +1\n/);
      // As the console sends it.
      expect(mailbox.parse({ email })).toEqual({ email: 'bo@example.com' });
      expect(await cli.runJson('erase', '--email', email, '--yes')).toMatchObject({ erased: 1 });
    },
  );
});
