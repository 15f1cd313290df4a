import { listFiles, type PictureName, scenes } from '#site/engraver/pictures.ts';
import { renderer } from '#site/engraver/renderer.ts';

/**
 * Draws the engravings of the named scenes, of all without a name, into `.cache/engravings`; what is there
 * already and unchanged is not drawn again. `npm run engrave -- home letter`
 */
const known = Object.keys(scenes) as PictureName[];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.some((other) => other === name));
if (unknown.length > 0) {
  console.error(`There is no scene ${unknown.join(', ')}. The scenes are: ${known.join(', ')}.`);
  process.exit(1);
}
const names = wanted.length === 0 ? known : known.filter((name) => wanted.includes(name));

await Promise.all(
  names.flatMap(listFiles).map(async (file) => {
    const bytes = await renderer.render(file);
    console.log(`.cache/engravings/${file.path.split('/').at(-1)}  ${bytes.length} bytes`);
  }),
);
