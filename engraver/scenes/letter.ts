import type { Body, Camera, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { desk } from '../objects/desk.ts';
import { envelope, sealPress } from '../objects/letter.ts';

/** The blotter's right edge: a phone's window cuts its near corner; wider ones show it, clear of their edge. */
const planTo = (right: number) => ({
  back: -13.4,
  front: 12.6,
  blotter: { left: -60, right, back: -11.8, front: 11.4 },
});

const from: Point = [-3, 23, 33];
const to: Point = [0, 0, 1];

/** Of a view of its own, in which the press lies nearer to the envelope. */
const phone: Camera = { from: [-2.9, 23, 33], to, view: 25.3, shift: [0.19, -0.152] };
const beside: Camera = { from, to, view: 25.2, shift: [1.3, -0.146] };

/** Where the press touches what it lies on is below this. */
const pressAt = (camera: Camera): Point => (camera === phone ? [10.8, 2.23, 9.2] : [14, 2.23, 7.4]);
/** Its handle's direction, degrees behind the right. */
const handleBack = 50;
/** For each cm of height a shadow falls so far right and back. */
const falls = { right: 1.7, back: 0.2 };

/** Share of the light that the press keeps from a place of the desk or of the blotter: most of it beside where it lies. */
const belowPress = ([pressX, , pressZ]: Point, x: number, z: number): number => {
  const [along, aside] = [Math.cos((handleBack * Math.PI) / 180), Math.sin((handleBack * Math.PI) / 180)];
  const [dx, dz] = [x - pressX, z - pressZ];
  // So far along the press, and from how high above that line the shadow comes.
  const high = (dx * aside + dz * along) / (falls.right * aside - falls.back * along);
  const far = (dx - falls.right * high) / along;
  const length = step(-0.5, 0, far) * step(8.4, 7.8, far);
  return length * step(-0.55, -0.1, high) * (0.55 * step(3.7, 3.1, high) + 0.4 * step(1.6, 0.5, high));
};

/** A body of the desk under that shadow, which dims the blotter's gilding too. */
const shadedByPress = (body: Body, camera: Camera): Body => {
  const { at, turn, etch, bare } = body;
  const yaw = ((turn?.[1] ?? 0) * Math.PI) / 180;
  const light = (x: number, z: number): number =>
    1 -
    belowPress(
      pressAt(camera),
      at[0] + x * Math.cos(yaw) + z * Math.sin(yaw),
      at[2] - x * Math.sin(yaw) + z * Math.cos(yaw),
    );
  return {
    ...body,
    etch: (x, y, z) => (etch?.(x, y, z) ?? 1) * light(x, z),
    bare: (x, y, z) => (bare?.(x, y, z) ?? 0) * light(x, z),
  };
};

export const letter: Scene = {
  ground: 'paper',
  sizes: [
    { from: 0, width: 390, height: 200, pitch: 0.95, densities: [2], camera: phone },
    {
      from: 768,
      width: 768,
      height: 372,
      densities: [1, 2],
      camera: { from, to, view: 24.9, shift: [0.275, -0.15] },
    },
    { from: 1024, width: 1280, height: 290, densities: [1, 2], camera: beside },
    { from: 1400, width: 1440, height: 326, densities: [1], camera: beside },
    { from: 1680, width: 1920, height: 435, densities: [1], camera: beside },
  ],
  compose: (camera) => ({
    light: { window: [-0.85, 0.5, 0.1], windowLight: 0.95, ambient: 0.2 },
    bodies: [
      ...desk(camera, planTo(camera === phone ? 17 : 16.3)).map((body) => shadedByPress(body, camera)),
      ...envelope([-0.6, 0.36, 0.9], 7).map((body) => ({
        ...body,
        gain: gains[body.name] ?? body.gain ?? 1,
        lines: { ...body.lines, ...(body.name === 'envelope' ? { contour: 0 } : { gap: 0.3 }) },
      })),
      // Its shadow is drawn: what the window's light makes is too soft to show where it lies.
      ...sealPress(pressAt(camera), handleBack).map((body) => ({ ...body, shadow: 0 })),
    ],
  }),
};

/** Each flap in a tone of its own: the sheet is the lightest of all. */
const gains: Record<string, number> = { envelope: 1.2, flap: 1.2, 'lower flap': 1.02, 'side flap': 0.84 };
