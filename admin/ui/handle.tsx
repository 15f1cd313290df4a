import { profilesOf } from '#contract/profiles.ts';
import { FoundText } from './found-text.tsx';

interface HandleProps {
  handle: string;
  searched?: readonly string[];
}

/** A creator's handle, with links to the profiles that it may name. */
export function Handle({ handle, searched = [] }: HandleProps) {
  const text = <FoundText text={handle} searched={searched} />;
  const profiles = profilesOf(handle);
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
