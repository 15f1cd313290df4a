import manifest from './manifest.json' with { type: 'json' };
import './picture.css';

type PictureName = keyof typeof manifest.pictures;

interface Picture {
  ground: string;
  /** From the narrowest window to the widest; not every size has a file for each density. */
  sizes: { from: number; width: number; height: number; files: { '1x'?: string; '2x'?: string } }[];
}

interface PictureProps {
  name: PictureName;
  className?: string;
  /** What the picture shows, for people who do not see it; empty where the text beside it says so. */
  alt: string;
  /** On the first screen: asked for at once. The others wait for it (site/layout/document.astro). */
  isFirst?: boolean;
}

/**
 * An engraving from a file, in the size for the window. Its space is reserved before it loads. Renders a `picture`;
 * `className` goes to it, and the sheet beside the section says how wide it is.
 */
export function Picture({ name, className = '', alt, isFirst = false }: PictureProps) {
  const { ground, sizes }: Picture = manifest.pictures[name];
  const [first, ...wider] = sizes.map((size, index) => ({ ...size, ...findSources(sizes, index) }));
  if (!first) throw new Error(`The picture ${name} has no size.`);
  return (
    <picture className={`engraved engraved-${ground} ${className}`}>
      {wider.toReversed().map(({ from, width, height, srcSet }) => (
        <source
          key={from}
          media={`(min-width: ${from / 16}rem)`}
          srcSet={srcSet}
          width={width}
          height={height}
        />
      ))}
      <img
        src={first.src}
        srcSet={first.srcSet.includes(',') ? first.srcSet : undefined}
        width={first.width}
        height={first.height}
        alt={alt}
        // Decoded with the rest of the page, not a moment later.
        decoding="sync"
        {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </picture>
  );
}

/** A size without a file of its own for dense screens takes that of the last size before it that has one. */
function findSources(sizes: Picture['sizes'], index: number): { src: string | undefined; srcSet: string } {
  const { '1x': plain, '2x': own } = sizes[index]?.files ?? {};
  const dense = own ?? sizes.slice(0, index).findLast(({ files }) => files['2x'])?.files['2x'];
  const srcSet = [plain, dense && `${dense} 2x`].filter(Boolean).join(', ');
  return { src: plain ?? dense, srcSet };
}
