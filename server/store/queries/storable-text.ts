import type { Actor } from '#contract/answers.ts';
import { maxNoteCharacters } from '#contract/review.ts';

/** What both engines can hold, cut to a note's length: Postgres' text type takes no NUL and no lone surrogate. */
export const storableText = (text: string): string =>
  text.replaceAll('\0', '').slice(0, maxNoteCharacters).toWellFormed();

/** Who did something, as the tables of decisions, notes and imports name them. */
export const actorColumns = ({ id, name, way }: Actor) => ({
  actor: storableText(id),
  actor_name: storableText(name),
  way,
});

/** The same read again. */
export const actorOf = ({ actor, actor_name, way }: ReturnType<typeof actorColumns>): Actor => ({
  way,
  id: actor,
  name: actor_name,
});
