import { test } from './console-fixtures.ts';
import { testLists } from './console-list-flows.ts';
import { testViews } from './console-view-flows.ts';

// In order: one site for all of them.
test.describe.configure({ mode: 'default' });
testLists();
testViews();
