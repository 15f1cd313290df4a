import { linkableMailUrl } from '#contract/link-value.ts';
import { asciiEmail } from '#contract/submission-schema.ts';

interface EmailProps {
  address: string;
  isLink?: boolean;
}

/** As it was typed; one that is not ASCII, and may look like another, has its ASCII form beside it. */
export function Email({ address, isLink = false }: EmailProps) {
  const ascii = asciiEmail(address);
  const url = ascii !== null && isLink ? linkableMailUrl(ascii) : null;
  const shown = url === null ? ascii : <a href={url}>{ascii}</a>;
  if (ascii === null) return address;
  if (ascii === address) return shown;
  return (
    <>
      {address} <span className="ascii">({shown})</span>
    </>
  );
}
