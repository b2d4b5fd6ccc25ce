import { inflateSync } from 'node:zlib';

/**
 * Reads the text of a PDF that pdfkit made, page by page, as pieces in drawing order: read through the fonts' own
 * tables.
 */
export function readPdfPages(bytes: Uint8Array): string[][] {
  const objects = parseObjects(Buffer.from(bytes).toString('latin1'));
  const root = [...objects.values()].find(({ dictionary }) => /\/Type \/Pages\b/.test(dictionary));
  const kids = /\/Kids \[([^\]]*)\]/.exec(root?.dictionary ?? '')?.[1] ?? '';
  return listReferences(kids).map((id) => listPieces(objects, objects.get(id)?.dictionary ?? ''));
}

/** Reads the text of all pages as one line. */
export const readPdfText = (bytes: Uint8Array): string =>
  readPdfPages(bytes)
    .map((pieces) => pieces.join(' '))
    .join(' ');

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string;
}

type Objects = ReadonlyMap<number, PdfObject>;

function parseObjects(source: string): Objects {
  const matches = source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj(?=\n)/g);
  return new Map(
    [...matches].map(([, id = '', body = '']) => {
      const [dictionary = '', ...rest] = body.split('\nstream\n');
      return [Number(id), { dictionary, stream: rest.join('\nstream\n').replace(/\nendstream$/, '') }];
    }),
  );
}

const listReferences = (text: string): number[] => [...text.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));
const findReference = (name: string, dictionary: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? -1);

function decodeStream(object: PdfObject | undefined): string {
  return object ? inflateSync(Buffer.from(object.stream, 'latin1')).toString('latin1') : '';
}

function listPieces(objects: Objects, page: string): string[] {
  const content = decodeStream(objects.get(findReference('Contents', page)));
  const resources = objects.get(findReference('Resources', page))?.dictionary ?? '';
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [name, readGlyphs(objects, Number(id))]),
  );
  let font: ReadonlyMap<number, string> = new Map();
  const pieces: string[] = [];
  for (const [, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    else pieces.push(decodeGlyphs(glyphs ?? '', font));
  }
  return pieces;
}

const decodeGlyphs = (glyphs: string, font: ReadonlyMap<number, string>): string =>
  [...glyphs.matchAll(/<([\da-f]*)>/gi)]
    .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    .map((code) => font.get(Number.parseInt(code, 16)) ?? '\uFFFD')
    .join('');

/** Reads which characters each glyph stands for, from the font's ToUnicode table. */
function readGlyphs(objects: Objects, id: number): ReadonlyMap<number, string> {
  const table = decodeStream(objects.get(findReference('ToUnicode', objects.get(id)?.dictionary ?? '')));
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
