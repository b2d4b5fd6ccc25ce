import { inflateSync } from 'node:zlib';

/** The text of a PDF that pdfkit made, page by page, as pieces in drawing order: read through the fonts' own tables. */
export function pdfPages(bytes: Uint8Array): string[][] {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'));
  const root = [...objects.values()].find(({ dictionary }) => /\/Type \/Pages\b/.test(dictionary));
  const kids = /\/Kids \[([^\]]*)\]/.exec(root?.dictionary ?? '')?.[1] ?? '';
  return referencesIn(kids).map((id) => piecesOf(objects, objects.get(id)?.dictionary ?? ''));
}

/** All of a page's text on one line. */
export const pdfText = (bytes: Uint8Array): string =>
  pdfPages(bytes)
    .map((pieces) => pieces.join(' '))
    .join(' ');

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string;
}

type Objects = ReadonlyMap<number, PdfObject>;

function objectsOf(source: string): Objects {
  const found = source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj(?=\n)/g);
  return new Map(
    [...found].map(([, id = '', body = '']) => {
      const [dictionary = '', ...rest] = body.split('\nstream\n');
      return [Number(id), { dictionary, stream: rest.join('\nstream\n').replace(/\nendstream$/, '') }];
    }),
  );
}

const referencesIn = (text: string): number[] => [...text.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));
const referenceTo = (name: string, dictionary: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? -1);

function inflated(object: PdfObject | undefined): string {
  return object ? inflateSync(Buffer.from(object.stream, 'latin1')).toString('latin1') : '';
}

function piecesOf(objects: Objects, page: string): string[] {
  const content = inflated(objects.get(referenceTo('Contents', page)));
  const resources = objects.get(referenceTo('Resources', page))?.dictionary ?? '';
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [name, mapOf(objects, Number(id))]),
  );
  let font: ReadonlyMap<number, string> = new Map();
  const pieces: string[] = [];
  for (const [, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    else pieces.push(textOf(glyphs ?? '', font));
  }
  return pieces;
}

const textOf = (glyphs: string, font: ReadonlyMap<number, string>): string =>
  [...glyphs.matchAll(/<([\da-f]*)>/gi)]
    .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    .map((code) => font.get(Number.parseInt(code, 16)) ?? '\uFFFD')
    .join('');

/** Glyph -> characters, from the font's ToUnicode table. */
function mapOf(objects: Objects, id: number): ReadonlyMap<number, string> {
  const table = inflated(objects.get(referenceTo('ToUnicode', objects.get(id)?.dictionary ?? '')));
  const entries: [number, string][] = [];
  for (const [, from = '', list = ''] of table.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\da-f\s]*)>/gi)].entries()) {
      const units = hex.replaceAll(/\s/g, '').match(/.{4}/g) ?? [];
      const text = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
      entries.push([Number.parseInt(from, 16) + index, text]);
    }
  }
  return new Map(entries);
}
