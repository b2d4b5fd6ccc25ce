/** Part of an element. A string always becomes text, never markup. */
export type CardPart = Node | string | number | undefined | null | false;

/** Characters that hide or reorder text. The server puts its own list into the page. */
const invisible = new RegExp(document.documentElement.dataset['invisible'] ?? '(?!)', 'gu');
const clean = (text: string) => text.toWellFormed().replace(invisible, '');

type Attributes = Readonly<Record<string, string | number | undefined>>;

/**
 * Makes an element, such as `make('p', { class: 'lead' }, 'Text', node)`. Skips parts that are null, undefined or
 * false.
 */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...parts: readonly CardPart[]
): HTMLElementTagNameMap[Name] {
  return fill(document.createElement(name), attributes, parts);
}

/** Makes an SVG element in the same way. */
export function draw<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...parts: readonly CardPart[]
): SVGElementTagNameMap[Name] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, parts);
}

function fill<Made extends Element>(node: Made, attributes: Attributes, parts: readonly CardPart[]): Made {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) node.setAttribute(name, clean(String(value)));
  for (const part of parts)
    if (part !== undefined && part !== null && part !== false)
      node.append(part instanceof Node ? part : clean(String(part)));
  return node;
}

/** Makes a sign that screen readers skip, since the words beside it say the same. */
export const makeSign = (mark: string): HTMLElement => make('span', { 'aria-hidden': 'true', class: 'sign' }, mark);

let sectionCount = 0;

/** Makes a part of a card under a heading. */
export function makeSection(title: string, ...parts: readonly CardPart[]): HTMLElement {
  sectionCount += 1;
  const id = `part-${sectionCount}`;
  return make('section', { 'aria-labelledby': id }, make('h2', { id }, title), ...parts);
}

/** Makes a list of facts by name, without those that have no value. */
export function makeFactList(facts: readonly (readonly [name: string, value: CardPart])[]): HTMLElement | undefined {
  const presentFacts = facts.filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  if (presentFacts.length === 0) return undefined;
  const rows = presentFacts.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value)));
  return make('dl', { class: 'facts' }, ...rows);
}
