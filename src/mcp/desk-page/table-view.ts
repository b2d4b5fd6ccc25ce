import { html } from 'hono/html';
import type { ViewRow } from '../cards/views/kit/reading.ts';
import { type Markup, nothing } from '../page/markup.ts';
import { type CellColumn, isRightAligned, renderCell } from './cells.ts';

/** Row of totals; its title stands in the first column. */
export interface TableTotal {
  readonly title: string;
  readonly row: ViewRow;
}

interface PageTable {
  /** Name of the table for those who don't see the page. */
  readonly caption: string;
  readonly columns: readonly CellColumn[];
  readonly rows: readonly ViewRow[];
  /** Rows of totals below the others, of the complete list. */
  readonly totals?: readonly TableTotal[];
  readonly zone: string;
}

/**
 * Renders a table. Columns are left out that have no value, or the same as another in every row, those of totals included. On a phone each row becomes a block with labeled values, so the
 * parts of the table have their roles in words: a browser forgets them with the layout.
 */
export function renderTable({ caption, columns, rows, totals = [], zone }: PageTable): Markup {
  const cells = rows.map((row) => columns.map((column) => renderCell(column, row, zone)));
  const footCells = totals.map(({ title, row }) =>
    columns.map((column, index) => (index === 0 ? html`${title}` : renderCell(column, row, zone))),
  );
  const allRows = [...rows, ...totals.map(({ row }) => row)];
  const isShown = (_: unknown, index: number) =>
    [...cells, ...footCells].some((row) => row[index] !== undefined) && !isRepeated(columns[index], allRows);
  const shownColumns = columns.filter(isShown);
  const renderRow = (row: readonly (Markup | undefined)[], none: Markup) =>
    html`<tr role="row">
      ${row.filter(isShown).map((cell, index) => renderTableCell(shownColumns[index], cell, none))}
    </tr>`;
  return html`<div
    class="sheet${shownColumns.length > narrowMax ? '' : ' narrow'}"
    role="region"
    aria-label="${caption}"
    tabindex="0"
  >
    <table role="table" aria-label="${caption}">
      <thead role="rowgroup">
        <tr role="row">
          ${shownColumns.map(
            (column) => html`<th role="columnheader" scope="col" class="${getCellClass(column)}">${column.title}</th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${cells.map((row) => renderRow(row, dash))}
      </tbody>
      ${
        footCells.length === 0
          ? nothing
          : html`<tfoot role="rowgroup">
              ${footCells.map((row) => renderRow(row, nothing))}
            </tfoot>`
      }
    </table>
  </div>`;
}

const isRepeated = (column: CellColumn | undefined, rows: readonly ViewRow[]): boolean =>
  column?.unlessSame !== undefined && rows.every((row) => row[column.key] === row[column.unlessSame ?? '']);

/** A table of so few columns is not stretched: label and amount would be too far apart. */
const narrowMax = 3;

const getCellClass = (column: CellColumn): string => (isRightAligned(column) ? 'amount' : `cell-${column.kind}`);

const dash = html`<span aria-hidden="true">–</span>`;

/** Renders a cell; `none` is what an empty one shows. */
function renderTableCell(column: CellColumn | undefined, cell: Markup | undefined, none: Markup): Markup {
  if (column === undefined) return nothing;
  const isEmpty = cell === undefined;
  return html`<td role="cell" class="${getCellClass(column)}${isEmpty ? ' none' : ''}" data-label="${column.title}">
    ${cell ?? none}
  </td>`;
}
