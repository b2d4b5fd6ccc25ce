import { toNormalForm } from '../../../domain/text/normal-form.ts';
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

/**
 * DejaVu Sans Condensed: Latin, Greek, Cyrillic, Arabic, Hebrew and many symbols; its licence lies beside the files.
 * Parsing a font takes longer than drawing a paper, so it is done once.
 */
export const fonts = { regular: readFont('DejaVuSansCondensed.ttf'), bold: readFont('DejaVuSansCondensed-Bold.ttf') };

export type FontName = keyof typeof fonts;

/** Reads a font. The files are beside this module in the source, and beside the bundle of the built command. */
function readFont(file: string): Font {
  const font = create(readFileSync(new URL(`./fonts/${file}`, import.meta.url)));
  if (font.type !== 'TTF') throw new Error(`${file} is not a single TrueType font`);
  return font;
}

/** Invisible marks, some of which turn the direction of writing: they have no place on a paper. */
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;

/**
 * Converts a text to what a font can print: one line, with the code point of every character that the font lacks, so
 * that none is lost silently.
 */
export function toPrintable(text: string, font: FontName): string {
  const plain = toNormalForm(text.toWellFormed(), 'NFC')
    .replaceAll(/\s+|\p{Cc}+/gu, ' ')
    .replaceAll(invisible, '')
    .trim();
  // Every font has the ASCII characters.
  return plain.replaceAll(/[^\x20-\x7E]/gu, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    const isKnown = fonts[font].hasGlyphForCodePoint(codePoint);
    return isKnown ? character : `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}
