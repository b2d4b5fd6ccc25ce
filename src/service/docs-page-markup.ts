/** Text that is HTML already; everything else is escaped where it is put in. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | undefined | false | readonly Part[];

/** Builds HTML: every value is escaped unless it was built here as well. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.map((text, index) => text.replaceAll(indentation, '\n') + textOf(parts[index])).join(''));

/** The source is indented for people; the page need not be. */
const indentation = /\n\s+/g;

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Parts with something between them. */
export const joined = (parts: readonly Markup[], between: Markup | string): Part[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]));
