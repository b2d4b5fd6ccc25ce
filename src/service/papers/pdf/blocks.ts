import { formatMoney } from '../../../domain/money/money.ts';
import { accent, grey, heightOf, makeRoom, page, rule, type Sheet, write, writeLines } from './sheet.ts';

/** A party on a paper: a name and the lines below it. */
export interface Party {
  readonly name: string;
  readonly lines: readonly string[];
}

export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** The sender on the left, what kind of paper it is on the right. */
export function drawLetterhead(sheet: Sheet, issuer: Party, title: string): void {
  const start = sheet.y;
  const width = 280;
  write(sheet, title, { x: page.left + width, size: 20, font: 'bold', align: 'right', color: accent });
  writeLines(sheet, [issuer.name], { width, size: 14, font: 'bold' });
  sheet.y += 2;
  writeLines(sheet, issuer.lines, { width, size: 8.5, color: grey });
  sheet.y = Math.max(sheet.y, start + 30) + 10;
  rule(sheet, { color: accent });
  sheet.y += 14;
}

/** Addresses beside each other, and the facts of the paper in the last column. */
export function drawParties(
  sheet: Sheet,
  parties: readonly { readonly label: string; readonly party: Party }[],
  facts: readonly Fact[],
): void {
  const start = sheet.y;
  const width = 152;
  const ends = parties.map(({ label, party }, index) => {
    sheet.y = start;
    const x = page.left + index * (width + 12);
    writeLines(sheet, [label.toUpperCase()], { x, width, size: 7.5, font: 'bold', color: grey });
    sheet.y += 2;
    writeLines(sheet, [party.name], { x, width, font: 'bold' });
    writeLines(sheet, party.lines, { x, width });
    return sheet.y;
  });
  sheet.y = start;
  drawFacts(sheet, facts, page.left + 2 * (width + 12));
  sheet.y = Math.max(sheet.y, ...ends) + 16;
}

function drawFacts(sheet: Sheet, facts: readonly Fact[], x: number): void {
  const labelWidth = 80;
  for (const { label, text } of facts) {
    const value = { x: x + labelWidth, width: page.right - x - labelWidth, align: 'right' } as const;
    write(sheet, label, { x, width: labelWidth, color: grey });
    sheet.y += write(sheet, text, value) + 2;
  }
}

export interface Sum {
  readonly label: string;
  readonly cents: number;
  /** The line that matters: large, and set apart. */
  readonly isResult?: boolean;
}

/** Sums at the right edge, never torn from each other. */
export function drawSums(sheet: Sheet, sums: readonly Sum[], currency: string): void {
  makeRoom(sheet, 30 + sums.length * 18);
  sheet.y += 8;
  const x: number = page.right - 250;
  for (const { label, cents, isResult = false } of sums) {
    const style = isResult ? ({ size: 11, font: 'bold' } as const) : {};
    if (isResult) {
      rule(sheet, { left: x, color: '#000000' });
      sheet.y += 5;
    }
    write(sheet, label, { ...style, x, width: 120 });
    sheet.y += write(sheet, formatMoney(cents, currency), { ...style, x: x + 110, align: 'right' }) + 4;
  }
  sheet.y += 8;
}

export function drawNote(sheet: Sheet, text: string): void {
  makeRoom(sheet, heightOf(sheet, text) + 6);
  sheet.y += write(sheet, text, { color: grey }) + 6;
}
