import { type DefaultTreeAdapterTypes, parse } from 'parse5';

export type PageElement = DefaultTreeAdapterTypes.Element;

/** Every element of a built page in document order, each with its place in the text (`sourceCodeLocation`). */
export function findElements(html: string): PageElement[] {
  const found: PageElement[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html, { sourceCodeLocationInfo: true }));
  return found;
}

export const readAttribute = (element: PageElement, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;
