import { defineCommand, UsageError } from './command.ts';
import { recordToJson } from './records.ts';

export const person = defineCommand({
  summary: 'Print all that is held of a person, as JSON, for an access request',
  options: { email: { type: 'string', short: 'e', value: 'ADDRESS', about: 'whose; case does not matter' } },
  printsJson: true,
  details:
    'mentionedIn lists submissions of other people whose text has the address in it; look at them with "show".',
  examples: ['--email jane@example.com'],
  async run({ email }, _positionals, context) {
    const address = email?.trim();
    if (!address) throw new UsageError('Say whom: --email ADDRESS.');
    const store = await context.openStore();
    const records = await store.findByEmail(address);
    await context.printJson({
      email: address,
      at: context.now.toISOString(),
      submissions: records.map((record) => ({
        ...recordToJson(record),
        idempotencyKey: record.idempotencyKey,
        addressHash: record.addressHash,
      })),
      mentionedIn: await store.findMentions(address),
    });
  },
});
