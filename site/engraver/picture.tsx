import { listFiles, type PictureName, scenes } from './pictures.ts';
import type { Scene, Size } from './scene.ts';
import './picture.css';

interface PictureProps {
  name: PictureName;
  className?: string;
  /** True where what it shows is told beside it: it is decoration then. */
  isDecoration?: boolean;
}

/**
 * An engraving as a file, of the size that the window asks for. Its place is kept before it is there.
 * Renders a `picture`; `className` goes to it, and the sheet beside the section says how wide it is.
 */
export function Picture({ name, className = '', isDecoration = false }: PictureProps) {
  const { alt, ground, sizes }: Scene = scenes[name];
  const files = listFiles(name);
  const sourceSet = (size: number): string | undefined => {
    const own = files.filter((file) => file.size === size);
    // A size without a file of its own for dense screens takes that of the last size before it that has one.
    const denser = files.findLast((file) => file.size < size && file.density === 2);
    const ofSize = own.some(({ density }) => density === 2) || !denser ? own : [...own, denser];
    // One file alone is what `src` names.
    return ofSize.length === 1 && size === 0
      ? undefined
      : ofSize.map(({ path, density }) => (density === 1 ? path : `${path} ${density}x`)).join(', ');
  };
  const ordered = sizes.map((size, index) => ({ ...size, index }));
  const wider = ordered.slice(1);
  const [first] = ordered;
  if (!first) throw new Error(`The scene ${name} has no size.`);
  const fallback = files.find((file) => file.size === 0);
  return (
    <picture className={`engraved engraved-${ground} ${className}`}>
      {wider.reverse().map(({ from, width, height, index }: Size & { index: number }) => (
        <source
          key={index}
          media={`(min-width: ${from / 16}rem)`}
          srcSet={sourceSet(index)}
          width={width}
          height={height}
        />
      ))}
      <img
        src={fallback?.path}
        srcSet={sourceSet(0)}
        width={first.width}
        height={first.height}
        alt={isDecoration ? '' : alt}
        // Painted with the rest of the page, not a moment later.
        decoding="sync"
        // On the first screen too: it leaves the line to the form's scripts (site/layout/scripts-first.astro).
        loading="lazy"
      />
    </picture>
  );
}
