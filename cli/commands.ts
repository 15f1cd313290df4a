import type { Command } from './command.ts';
import { erase } from './erase.ts';
import { exportSubmissions } from './export.ts';
import { list } from './list.ts';
import { retry } from './retry.ts';
import { show } from './show.ts';
import { stats } from './stats.ts';
import { testSlack } from './test-slack.ts';

/** Every command, in the order in which the help lists them. */
export const commands: Readonly<Record<string, Command>> = {
  stats,
  list,
  show,
  export: exportSubmissions,
  retry,
  erase,
  'test-slack': testSlack,
};
