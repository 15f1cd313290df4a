import type { KnownBlock, RichTextSection } from '@slack/types';
import { submissionInConsole } from '#contract/console-view.ts';
import { fieldValue } from '#contract/fields.ts';
import { answerNames } from '#contract/invitation-answer.ts';
import { kindNames } from '#contract/submission.ts';
import { countOf } from '#contract/texts.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { maxOriginInEntries } from './compose-digest.ts';
import {
  blocksLength,
  bold,
  link,
  makePayload,
  maxBlocksLength,
  plain,
  type SlackPayload,
  section,
} from './message-blocks.ts';
import { escapedLength, fitValue } from './message-text.ts';
import type { ComposeOptions } from './review-blocks.ts';

const maxNameLength = 60;
/** Quotation and isolation marks, and the ellipsis of a cut sentence. */
const roomForMarks = 10;

/** What invited people answered: a line each, with the sentence that they wrote. */
export function composeAnswers(
  people: readonly StoredSubmission[],
  { consoleUrl = null }: ComposeOptions,
): SlackPayload {
  const frame = (elements: RichTextSection[]): KnownBlock[] => [{ type: 'rich_text', elements }];
  const roomEach = Math.floor((maxBlocksLength - blocksLength(frame([]))) / people.length);
  const entryUrl = (consoleUrl?.length ?? 0) > maxOriginInEntries ? null : consoleUrl;
  const [first] = people;
  const title =
    people.length === 1 && first !== undefined
      ? `${answerOf(first)}: ${fitValue(nameOf(first), maxNameLength)}`
      : countOf(people.length, 'answer');
  return makePayload(
    title,
    frame(people.map((person) => composeLine(person, people.length === 1 ? consoleUrl : entryUrl, roomEach))),
  );
}

/** Who was imported may have no name. */
const nameOf = (person: StoredSubmission): string =>
  fieldValue(person, 'name') || fieldValue(person, 'email');
const answerOf = ({ review }: StoredSubmission): string => answerNames[review.answer?.answer ?? 'none'];

/** Takes up at most `maxLength` characters of the blocks' JSON. */
function composeLine(
  person: StoredSubmission,
  consoleUrl: string | null,
  maxLength: number,
): RichTextSection {
  const name = fitValue(nameOf(person), maxNameLength);
  const who = `${name}, ${kindNames[person.kind][0].toLowerCase()} #${person.sequence}`;
  const compose = (sentence: string) =>
    section([
      bold(`${answerOf(person)}: `),
      consoleUrl === null ? plain(who) : link(`${consoleUrl}${submissionInConsole(person)}`, who),
      plain(`${sentence}\n`),
    ]);
  const sentence = person.review.answer?.sentence ?? null;
  const room = maxLength - escapedLength(JSON.stringify(compose(''))) - roomForMarks;
  return compose(sentence === null || room < roomForMarks ? '' : `: “${fitValue(sentence, room)}”`);
}
