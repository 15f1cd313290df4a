import { expect, test } from 'vitest';
import { explainSqliteOpening } from './sqlite-errors.ts';

// ENOENT is what Node's mkdir with its parents answers on a read-only file system.
test.each(['EACCES', 'EROFS', 'EPERM', 'ENOENT'])(
  'a folder that cannot be made (%s) is a sentence with the setting',
  (code) => {
    const refused = Object.assign(new Error(`${code}: mkdir`), { code });
    expect(explainSqliteOpening(refused, '/srv/data/waitlist.db').message).toMatch(
      /^The store \/srv\/data\/waitlist\.db cannot be written\. .*set DATA_DIR/,
    );
  },
);
