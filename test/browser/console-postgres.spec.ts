import { findPostgres } from '../../scripts/postgres.mjs';
import { test } from './console-fixtures.ts';
import { testLists } from './console-list-flows.ts';
import { testViews } from './console-view-flows.ts';

test.use({ store: 'Postgres' });
test.skip(findPostgres() === null && process.env['CI'] === undefined, 'this machine has no Postgres');
// In order: one site for all of them.
test.describe.configure({ mode: 'default' });
testLists();
testViews();
