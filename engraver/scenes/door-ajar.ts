import { box } from '../bodies/box.ts';
import type { Body, Camera, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { door, floor } from '../objects/door.ts';

/** Of the usual windows two have files of their own, in which no line is scaled: 1280 and 1440 px wide. */
const camera: Camera = { from: [40, 96, 420], to: [-6, 92, 0], view: 34 };

/** A lamp in the room, this far behind the door: its light falls out between the leaf's edge and the right jamb, with straight sides. */
const lampAway = 150;
const leafEdge = { x: -5.3, z: -77.3 };
const jamb = 43;
const inLight = (x: number, z: number): number => {
  const away = z + lampAway;
  const left = (leafEdge.x / (leafEdge.z + lampAway)) * away;
  const right = (jamb / lampAway) * away;
  return (z < leafEdge.z ? 1 : step(-1, 1, x - left)) * (z < 0 ? 1 : step(1, -1, x - right));
};

const lightOnFloor: Body = {
  ...floor(),
  material: { kind: 'matte', light: 0, glow: 1, shade: (x, _y, z) => 0.28 + 0.56 * inLight(x, z) },
};

export const doorAjar: Scene = {
  ground: 'red',
  sizes: [
    {
      from: 0,
      width: 390,
      height: 340,
      pitch: 1,
      densities: [2],
      camera: { from: [40, 96, 420], to: [-6, 92, 0], view: 34 },
    },
    { from: 768, width: 379, height: 379, densities: [1, 2], camera },
    { from: 1408, width: 426, height: 426, densities: [1], camera },
  ],
  compose: () => ({
    light: {
      window: [0.3, 0.5, 0.9],
      windowLight: 0.42,
      candle: { at: [0, 150, -150], light: 4, reach: 220 },
      ambient: 0.06,
    },
    bodies: [
      ...[...door(64), lightOnFloor].map(
        (body): Body =>
          body.isGround
            ? { ...body, lines: { ...body.lines, ends: (x) => 1 - Math.min(x, 1 - x) / 0.28 } }
            : body,
      ),
      {
        name: 'room behind',
        shape: box(600, 500, 4, 0.1),
        at: [0, 200, -260],
        material: { kind: 'matte', light: 0, glow: 0.88 },
        lines: { field: ({ x }) => x, contour: 0 },
      },
    ],
  }),
};
