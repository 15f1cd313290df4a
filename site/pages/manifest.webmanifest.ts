import type { APIRoute } from 'astro';
import { brand } from '#contract/brand.ts';
import { colors } from '#site/styles/colors.ts';

/** Of the icons as PNG that Android asks for, and of Apple's; engraver/icons.ts draws them. */
const iconSizes = [180, 192, 512];

export const GET: APIRoute = () =>
  new Response(
    JSON.stringify({
      name: brand.name,
      short_name: brand.name,
      description: brand.tagline,
      start_url: '/',
      display: 'browser',
      background_color: colors.ink,
      theme_color: colors.ink,
      icons: [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        ...iconSizes.map((size) => ({
          src: `/icon/${size}.png`,
          sizes: `${size}x${size}`,
          type: 'image/png',
          purpose: 'any',
        })),
      ],
    }),
    { headers: { 'content-type': 'application/manifest+json' } },
  );
