import { readFileSync } from 'node:fs';
import Pdf from 'pdfkit';

/** DejaVu Sans Condensed: Latin, Greek, Cyrillic, Arabic, Hebrew and many symbols; its licence lies beside the files. */
export const fonts = {
  regular: readFont('DejaVuSansCondensed.ttf'),
  bold: readFont('DejaVuSansCondensed-Bold.ttf'),
} as const;

export type FontName = keyof typeof fonts;

interface ParsedFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/**
 * The files lie beside this module in the source, and beside the one file of the built command. Parsing one takes longer
 * than drawing a paper, so it is done once, by a document that is never written.
 */
function readFont(file: string): ParsedFont {
  const scratch = new Pdf({ font: '' });
  scratch.font(readFileSync(new URL(`./fonts/${file}`, import.meta.url)));
  // pdfkit keeps the font in use here; its types leave that out.
  const { font } = Reflect.get(scratch, '_font') as { readonly font: ParsedFont };
  return font;
}

/** Invisible marks, some of which turn the direction of writing: they have no place on a paper. */
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;

/**
 * Text as it can be printed: on one line, and with every character that the font lacks named by its code point, so that
 * none is lost without a trace.
 */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\s+|\p{Cc}+/gu, ' ')
    .replaceAll(invisible, '')
    .trim();
  // Every font has the ASCII characters.
  return plain.replaceAll(/[^\x20-\x7E]/gu, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return hasGlyph(codePoint) ? character : `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}
