import { brand } from '#contract/brand.ts';

/** JSON-LD of schema.org's Organization, for search engines. `<` is escaped: it stands inside a script element. */
export const describeOrganization = (address: string): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: brand.name,
    slogan: brand.tagline,
    url: address,
    logo: new URL('/icon/512.png', address).href,
    email: brand.contactAddress,
  }).replaceAll('<', '\\u003c');
