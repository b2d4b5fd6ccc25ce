import { toPrintable } from './fonts.ts';
import { accent, grey, lineColor, makeRoom, page, type Sheet, write } from './sheet.ts';

export interface PaperTable<Row> {
  readonly heading?: string;
  readonly columns: readonly PaperColumn<Row>[];
  readonly rows: readonly Row[];
  /** Sums of the rows, printed below them at the right. */
  readonly sums?: readonly SumLine[];
}

export interface PaperColumn<Row> extends ColumnLayout {
  readonly text: (row: Row) => string;
}

interface ColumnLayout {
  readonly title: string;
  /** Points; all columns of a table are as wide as the page. */
  readonly width: number;
  readonly align?: 'left' | 'right';
}

export interface SumLine {
  readonly label: string;
  readonly text: string;
  /** The line that matters: large, and set apart. */
  readonly isResult?: boolean;
}

/**
 * Draws a table on as many pages as it needs, with its header on each, or nothing if it has no rows. Rows are not
 * split, the heading stays with the first row, and the sums stay with the last.
 */
export function drawTable<Row>(sheet: Sheet, { heading, columns, rows, sums = [] }: PaperTable<Row>): void {
  if (rows.length + sums.length === 0) return;
  const cells = rows.map((row) => columns.map(({ text }) => toPrintable(text(row), 'regular')));
  const drawHeader = () => drawTitles(sheet, columns);
  makeRoom(sheet, headingHeight + headerHeight + computeRowHeight(sheet, columns, cells[0]) + computeSumsHeight(sums));
  if (heading !== undefined) drawHeading(sheet, heading);
  drawHeader();
  sheet.on('pageAdded', drawHeader);
  drawRows(sheet, columns, cells.slice(0, -1));
  makeRoom(sheet, computeRowHeight(sheet, columns, cells.at(-1)) + computeSumsHeight(sums));
  drawRows(sheet, columns, cells.slice(-1));
  sheet.off('pageAdded', drawHeader);
  drawSums(sheet, sums);
  sheet.y += 10;
}

const gap = 8;
const padding = 4;
const headingHeight = 24;
const headerHeight = page.rowsTop - page.continuedTop;
const rowSize = 8.5;

function drawHeading(sheet: Sheet, text: string): void {
  sheet.y += 4;
  write(sheet, text, { size: 10, font: 'bold', color: accent });
  sheet.y += 4;
}

function drawTitles(sheet: Sheet, columns: readonly ColumnLayout[]): void {
  sheet.font('bold', 7.5).table({
    position: { x: page.left, y: sheet.y },
    columnStyles: columns.map(buildStyle),
    rowStyles: { height: headerHeight, textColor: grey, border: [0, 0, 0.7, 0] },
    data: [columns.map(({ title }) => title)],
  });
  // On a further page the rows go on below, in the font that is set.
  sheet.font('regular', rowSize);
}

function drawRows(sheet: Sheet, columns: readonly ColumnLayout[], rows: string[][]): void {
  sheet.font('regular', rowSize).table({
    position: { x: page.left, y: sheet.y },
    columnStyles: columns.map(buildStyle),
    rowStyles: { border: [0, 0, 0.7, 0], borderColor: lineColor },
    data: rows,
  });
}

const buildStyle = ({ width, align = 'left' }: ColumnLayout, index: number, columns: readonly ColumnLayout[]) => ({
  width,
  align: { x: align },
  // The text of the last column ends where the page does.
  padding: { top: padding, right: index === columns.length - 1 ? 0 : gap, bottom: padding, left: 0 },
});

function computeRowHeight(sheet: Sheet, columns: readonly ColumnLayout[], row: readonly string[] = []): number {
  sheet.font('regular', rowSize);
  const heights = columns.map(({ width }, index) => sheet.heightOfString(row[index] ?? '', { width: width - gap }));
  return Math.max(...heights) + 2 * padding;
}

const computeSumsHeight = (sums: readonly SumLine[]): number => (sums.length === 0 ? 0 : 26 + sums.length * 18);

function drawSums(sheet: Sheet, sums: readonly SumLine[]): void {
  if (sums.length === 0) return;
  sheet.font('regular', 9).table({
    position: { x: page.right - 250, y: sheet.y + 8 },
    columnStyles: [{ width: 110 }, { align: { x: 'right' } }],
    defaultStyle: { border: false, padding: [0, 0, 4, 0] },
    data: sums.map((sum) => [buildCell(sum, sum.label), buildCell(sum, sum.text)]),
  });
}

const buildCell = ({ isResult }: SumLine, text: string): PDFKit.Mixins.CellOptions =>
  isResult ? { text, font: { src: 'bold', size: 11 }, border: [0.7, 0, 0, 0], padding: [5, 0, 4, 0] } : { text };
