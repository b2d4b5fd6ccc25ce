import { accent, grey, heightOf, makeRoom, page, rule, type Sheet, type TextStyle, write } from './sheet.ts';

export interface Column<Row> {
  readonly title: string;
  /** Points; the columns of a table together are as wide as the page. */
  readonly width: number;
  readonly align?: 'left' | 'right';
  readonly text: (row: Row) => string;
}

const gap = 8;
const padding = 4;

/** A table over as many pages as it needs, with its header on each; neither a row nor its heading is torn from it. */
export function drawTable<Row>(
  sheet: Sheet,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  heading?: string,
): void {
  const cells = placed(columns);
  const heightOfRow = (row: Row) =>
    Math.max(...cells.map(({ column, style }) => heightOf(sheet, column.text(row), style))) + 2 * padding;
  const [first] = rows;
  makeRoom(sheet, (heading === undefined ? 0 : headingHeight) + headerHeight + (first ? heightOfRow(first) : 0));
  if (heading !== undefined) drawHeading(sheet, heading);
  drawHeader(sheet, cells);
  for (const row of rows) {
    const height = heightOfRow(row);
    if (makeRoom(sheet, height)) drawHeader(sheet, cells);
    sheet.y += padding;
    for (const { column, style } of cells) write(sheet, column.text(row), style);
    sheet.y += height - padding;
    rule(sheet);
  }
}

const headingHeight = 24;
const headerHeight = 18;

function drawHeading(sheet: Sheet, text: string): void {
  sheet.y += 4;
  sheet.y += write(sheet, text, { size: 10, font: 'bold', color: accent }) + 4;
}

interface Cell<Row> {
  readonly column: Column<Row>;
  readonly style: TextStyle;
}

function placed<Row>(columns: readonly Column<Row>[]): Cell<Row>[] {
  let x: number = page.left;
  return columns.map((column) => {
    const style: TextStyle = { x, width: column.width - gap, align: column.align ?? 'left', size: 8.5 };
    x += column.width;
    // The last column ends where the page does.
    return { column, style: x >= page.right ? { ...style, width: column.width } : style };
  });
}

function drawHeader<Row>(sheet: Sheet, cells: readonly Cell<Row>[]): void {
  for (const { column, style } of cells) write(sheet, column.title, { ...style, size: 7.5, font: 'bold', color: grey });
  sheet.y += 13;
  rule(sheet, { color: '#000000' });
}
