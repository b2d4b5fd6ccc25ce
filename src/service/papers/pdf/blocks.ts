import { toPrintable } from './fonts.ts';
import { accent, drawRule, grey, makeRoom, page, type Sheet, write } from './sheet.ts';

/** A party on a paper: a name and the lines below it. */
export interface PaperParty {
  readonly name: string;
  readonly lines: readonly string[];
}

export interface PaperFact {
  readonly label: string;
  readonly text: string;
}

/** Draws the sender on the left and the kind of document on the right. */
export function drawLetterhead(sheet: Sheet, issuer: PaperParty, title: string): void {
  const start = sheet.y;
  const width = 280;
  write(sheet, title, { x: page.left + width, size: 20, font: 'bold', align: 'right', color: accent });
  sheet.y = start;
  write(sheet, issuer.name, { width, size: 14, font: 'bold' });
  sheet.y += 2;
  for (const line of issuer.lines) write(sheet, line, { width, size: 8.5, color: grey });
  sheet.y = Math.max(sheet.y, start + 30) + 10;
  drawRule(sheet, accent);
  sheet.y += 14;
}

/** Draws addresses side by side, and the document's details in the last column. */
export function drawParties(
  sheet: Sheet,
  parties: readonly { readonly label: string; readonly party: PaperParty }[],
  facts: readonly PaperFact[],
): void {
  const start = sheet.y;
  const width = 152;
  const ends = parties.map(({ label, party }, index) => {
    sheet.y = start;
    const x = page.left + index * (width + 12);
    write(sheet, label.toUpperCase(), { x, width, size: 7.5, font: 'bold', color: grey });
    sheet.y += 2;
    write(sheet, party.name, { x, width, font: 'bold' });
    for (const line of party.lines) write(sheet, line, { x, width });
    return sheet.y;
  });
  sheet.font('regular', 9).table({
    position: { x: page.left + 2 * (width + 12), y: start },
    columnStyles: [{ width: 80, textColor: grey }, { align: { x: 'right' } }],
    defaultStyle: { border: false, padding: [0, 0, 2, 0] },
    data: facts.map(({ label, text }) => [label, toPrintable(text, 'regular')]),
  });
  sheet.y = Math.max(sheet.y, ...ends) + 16;
}

export function drawNote(sheet: Sheet, text: string): void {
  sheet.font('regular', 9);
  makeRoom(sheet, sheet.heightOfString(toPrintable(text, 'regular'), { width: page.width }));
  write(sheet, text, { color: grey });
  sheet.y += 6;
}
