/** Text is only ever text: nothing here makes markup of a string. */
export type Part = Node | string | number | undefined | null | false;

/** What hides or reorders text; the server puts its own list into the page. */
const invisible = new RegExp(document.documentElement.dataset['invisible'] ?? '(?!)', 'gu');
const clean = (text: string) => text.toWellFormed().replace(invisible, '');

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** `make('p', { class: 'lead' }, 'Text', node)`; parts that are not there are left out. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...parts: readonly Part[]
): HTMLElementTagNameMap[Name] {
  return fill(document.createElement(name), attributes, parts);
}

/** The same for what is drawn. */
export function draw<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...parts: readonly Part[]
): SVGElementTagNameMap[Name] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, parts);
}

function fill<Made extends Element>(node: Made, attributes: Attributes, parts: readonly Part[]): Made {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) node.setAttribute(name, clean(String(value)));
  for (const part of parts)
    if (part !== undefined && part !== null && part !== false)
      node.append(part instanceof Node ? part : clean(String(part)));
  return node;
}

/** A sign beside words that say the same. */
export const sign = (mark: string): HTMLElement => make('span', { 'aria-hidden': 'true', class: 'sign' }, mark);

let named = 0;

/** A part of a card under a heading. */
export function section(title: string, ...parts: readonly Part[]): HTMLElement {
  named += 1;
  const id = `part-${named}`;
  return make('section', { 'aria-labelledby': id }, make('h2', { id }, title), ...parts);
}

/** Facts by name; those that are not known are left out. */
export function factList(facts: readonly (readonly [name: string, value: Part])[]): HTMLElement | undefined {
  const known = facts.filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false);
  if (known.length === 0) return undefined;
  const rows = known.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value)));
  return make('dl', { class: 'facts' }, ...rows);
}
