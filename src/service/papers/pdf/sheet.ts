import Pdf from 'pdfkit';
import { type FontName, fonts, printable } from './fonts.ts';

/** US letter in points, with the same margins on every page. */
export const page = { left: 48, right: 564, top: 48, bottom: 726, width: 516 } as const;
const footerY = 746;

/** A paper in the making: `y` is where the next thing goes. */
export interface Sheet {
  readonly doc: PDFKit.PDFDocument;
  /** What continued pages are headed with. */
  readonly runningTitle: string;
  y: number;
}

export interface SheetInfo {
  readonly title: string;
  readonly author: string;
  readonly runningTitle: string;
  /** Instant in the file's metadata: of the record, so that the same record makes the same bytes. */
  readonly at: string;
}

export function newSheet({ title, author, runningTitle, at }: SheetInfo): Sheet {
  const instant = new Date(at);
  const doc = new Pdf({
    size: 'LETTER',
    margins: { top: page.top, bottom: 0, left: page.left, right: 48 },
    bufferPages: true,
    // The built-in fonts know Latin-1 only and are never loaded.
    font: '',
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: 'Waybill', Producer: 'Waybill', CreationDate: instant },
  });
  // pdfkit takes a parsed font where its types say file.
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font as unknown as Buffer);
  return { doc, runningTitle, y: page.top };
}

export interface TextStyle {
  readonly x?: number;
  readonly width?: number;
  readonly size?: number;
  readonly font?: FontName;
  readonly align?: 'left' | 'right' | 'center';
  readonly color?: string;
}

export const accent = '#1f3a5f';
export const grey = '#555555';
export const lineColor = '#c8c8c8';

/** Writes text at the sheet's height without moving it; answers how high the text is. */
export function write(sheet: Sheet, text: string, style: TextStyle = {}): number {
  const { doc } = sheet;
  const { x = page.left, width = page.right - x, align = 'left', color = '#000000' } = style;
  const shown = setText(sheet, text, style);
  doc.fillColor(color).text(shown, x, sheet.y, { width, align });
  return doc.y - sheet.y;
}

export function heightOf(sheet: Sheet, text: string, style: TextStyle = {}): number {
  const { x = page.left, width = page.right - x } = style;
  return sheet.doc.heightOfString(setText(sheet, text, style), { width });
}

/** Chooses the font and answers the text as that font can show it. */
function setText({ doc }: Sheet, text: string, { font = 'regular', size = 9 }: TextStyle): string {
  doc.font(font).fontSize(size);
  return printable(text, (codePoint) => fonts[font].hasGlyphForCodePoint(codePoint));
}

/** Writes lines below each other and moves on. */
export function writeLines(sheet: Sheet, lines: readonly string[], style: TextStyle = {}): void {
  for (const line of lines) sheet.y += write(sheet, line, style);
}

interface Line {
  readonly left?: number;
  readonly color?: string;
}

export function rule(sheet: Sheet, { left = page.left, color = lineColor }: Line = {}): void {
  sheet.doc.moveTo(left, sheet.y).lineTo(page.right, sheet.y).lineWidth(0.7).strokeColor(color).stroke();
}

/** Goes to a new page when less than this height is left; answers whether it did. */
export function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= page.bottom || sheet.y === page.top) return false;
  sheet.doc.addPage();
  sheet.y = page.top;
  write(sheet, `${sheet.runningTitle} (continued)`, { size: 8, color: grey });
  sheet.y += 14;
  rule(sheet);
  sheet.y += 10;
  return true;
}

/** Numbers the pages and ends the paper. */
export async function finish(sheet: Sheet): Promise<Uint8Array> {
  const { doc } = sheet;
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index);
    sheet.y = footerY;
    write(sheet, sheet.runningTitle, { size: 7.5, color: grey, width: page.width - 100 });
    write(sheet, `Page ${index + 1} of ${count}`, { size: 7.5, color: grey, align: 'right' });
  }
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
