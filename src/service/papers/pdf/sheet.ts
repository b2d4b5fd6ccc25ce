import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import { type FontName, fonts, toPrintable } from './fonts.ts';

/** US letter in points. */
export const page = {
  left: 48,
  right: 564,
  width: 516,
  top: 48,
  /** Position below the title where a continued page starts. */
  continuedTop: 72,
  /** Position below the header where the rows of a continued table start. */
  rowsTop: 90,
  bottom: 726,
  footer: 746,
} as const;

/** A paper in the making: what is drawn moves its `y` to where the next thing goes. */
export type Sheet = PDFKit.PDFDocument;

export interface SheetInfo {
  readonly title: string;
  readonly author: string;
  /** Instant in the file's metadata: of the record, so that the same record makes the same bytes. */
  readonly at: string;
}

/** Renders a PDF that `draw` fills. Continued pages get a heading and all pages a number. */
export async function renderSheet(info: SheetInfo, draw: (sheet: Sheet) => void): Promise<Uint8Array> {
  const runningTitle = `${info.title} · ${info.author}`;
  const sheet = createSheet(info);
  sheet.on('pageAdded', () => drawContinuation(sheet, runningTitle));
  draw(sheet);
  drawFooters(sheet, runningTitle);
  sheet.end();
  return buffer(sheet);
}

function createSheet({ title, author, at }: SheetInfo): Sheet {
  const sheet = new Pdf({
    size: 'LETTER',
    margins: { top: page.rowsTop, bottom: 792 - page.bottom, left: page.left, right: 612 - page.right },
    bufferPages: true,
    // The built-in fonts know Latin-1 only and are never loaded.
    font: '',
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: 'Waybill', Producer: 'Waybill', CreationDate: new Date(at) },
  });
  for (const [name, font] of Object.entries(fonts)) {
    // pdfkit takes a parsed font where its types say file, and a table returns to the font by its family.
    sheet.registerFont(name, font as unknown as Buffer, name);
  }
  sheet.y = page.top;
  return sheet;
}

function drawContinuation(sheet: Sheet, runningTitle: string): void {
  sheet.y = page.top;
  write(sheet, `${runningTitle} (continued)`, { size: 8, color: grey });
  sheet.y = page.top + 14;
  drawRule(sheet, lineColor);
  sheet.y = page.continuedTop;
}

function drawFooters(sheet: Sheet, runningTitle: string): void {
  const { count } = sheet.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    sheet.switchToPage(index);
    // Text below the margin would begin another page.
    sheet.page.margins.bottom = 0;
    sheet.y = page.footer;
    write(sheet, runningTitle, { size: 7.5, color: grey, width: page.width - 100 });
    sheet.y = page.footer;
    write(sheet, `Page ${index + 1} of ${count}`, { size: 7.5, color: grey, align: 'right' });
  }
}

export interface TextStyle {
  readonly x?: number;
  readonly width?: number;
  readonly size?: number;
  readonly font?: FontName;
  readonly align?: 'left' | 'right';
  readonly color?: string;
}

export const accent = '#1f3a5f';
export const grey = '#555555';
export const lineColor = '#c8c8c8';

export function write(sheet: Sheet, text: string, style: TextStyle = {}): void {
  const { x = page.left, width = page.right - x, size = 9, font = 'regular', align = 'left', color = 'black' } = style;
  sheet.font(font, size).fillColor(color).text(toPrintable(text, font), x, sheet.y, { width, align });
}

export function drawRule(sheet: Sheet, color: string): void {
  sheet.moveTo(page.left, sheet.y).lineTo(page.right, sheet.y).lineWidth(0.7).strokeColor(color).stroke();
}

/** Starts a new page if less than this height is left. */
export function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height > page.bottom) sheet.addPage();
}
