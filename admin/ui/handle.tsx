import { profilesOf } from '#contract/profiles.ts';

/** A creator's handle, with links to the profiles that it may name. */
export function Handle({ handle }: { handle: string }) {
  const profiles = profilesOf(handle);
  if (profiles === null) return handle;
  return (
    <span className="handle">
      {handle}{' '}
      <a href={profiles.instagram} rel="noreferrer nofollow" target="_blank">
        Instagram
      </a>{' '}
      <a href={profiles.tiktok} rel="noreferrer nofollow" target="_blank">
        TikTok
      </a>
    </span>
  );
}
