import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
// The type only: imported as a value, every page would carry the styles of every island.
import type { Islands } from '#site/islands/hydrate-islands.ts';

type IslandProps<Name extends keyof Islands> = {
  name: Name;
  of: Islands[Name];
} & (Parameters<Islands[Name]>[0] extends undefined
  ? { props?: never }
  : {
      /** Serialized as JSON: plain data only. */
      props: Parameters<Islands[Name]>[0];
    });

/**
 * Prerenders a component and marks it for `hydrateIslands`, which finds it by `name`. Renders a `<div>`
 * without a box of its own.
 */
export function Island<Name extends keyof Islands>({ name, of, props }: IslandProps<Name>) {
  const Component = of as ComponentType<object>;
  return (
    <div
      data-island={name}
      data-props={JSON.stringify(props ?? {})}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, made here
      dangerouslySetInnerHTML={{ __html: renderToString(<Component {...props} />) }}
    />
  );
}
