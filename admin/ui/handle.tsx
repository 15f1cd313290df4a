import { profilesOf, shownHandle } from '#contract/profiles.ts';
import { FoundText } from './found-text.tsx';

interface HandleProps {
  handle: string;
  /** In a row of a list, which has one line: the words that were searched. */
  searched?: readonly string[];
}

/** A creator's handle, with links to the profiles that it may name. In a row, a pasted address is the name in it. */
export function Handle({ handle, searched }: HandleProps) {
  const profiles = profilesOf(handle);
  const text = <FoundText text={searched ? shownHandle(handle) : handle} searched={searched ?? []} />;
  if (profiles === null) return text;
  return (
    <span className="handle">
      {text}{' '}
      <a href={profiles.instagram} rel="noreferrer nofollow" target="_blank">
        Instagram
      </a>{' '}
      <a href={profiles.tiktok} rel="noreferrer nofollow" target="_blank">
        TikTok
      </a>
    </span>
  );
}
