import type { NewDecision } from './pending-decisions.ts';

/**
 * What is decided before an earlier decision of one's own is answered was decided in its knowledge: it names the
 * version that this one leads to, not the version that was shown when it was pressed.
 */
export interface OwnVersions {
  /** What the decision names as seen; the same when it is sent again. */
  seenBy(decision: NewDecision): number;
  stored(decision: NewDecision): void;
}

export function createOwnVersions(): OwnVersions {
  const sent = new Map<string, number>();
  /** Versions that decisions of one's own replaced; each made the next. */
  const replaced = new Set<string>();
  const keyOf = (id: string, version: number) => `${id} ${version}`;

  const seenBy: OwnVersions['seenBy'] = ({ decisionId, subject: { id, version: shown } }) => {
    let version = sent.get(decisionId);
    if (version !== undefined) return version;
    version = shown;
    while (replaced.has(keyOf(id, version))) version += 1;
    sent.set(decisionId, version);
    return version;
  };
  return {
    seenBy,
    stored: (decision) => void replaced.add(keyOf(decision.subject.id, seenBy(decision))),
  };
}
