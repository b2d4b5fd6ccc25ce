import { html } from 'hono/html';
import { formatDate } from '../../domain/places/local-time.ts';
import { toNumber, toRow, toRows, toText, type ViewRow } from '../cards/views/kit/reading.ts';
import type { Markup } from '../page/markup.ts';
import { listGaps, qualifyFigure, renderDataTime, renderGaps, renderNotes } from './answer-state.ts';
import type { CellColumn } from './cells.ts';
import { renderChart } from './chart-fold.ts';
import { formatPageAmount } from './desk-words.ts';
import { renderTable, type TableTotal } from './table-view.ts';

/** The question of the revenue page: what has happened so far, not what is booked for later. */
export const revenueInput = {
  measures: ['revenue', 'margin', 'margin_percent'],
  by: ['month'],
  period: 'year to date',
} as const;

const columns: readonly CellColumn[] = [
  { key: 'month', title: 'Month', kind: 'words' },
  { key: 'revenue', title: 'Revenue', kind: 'money' },
  { key: 'margin', title: 'Margin', kind: 'money' },
  { key: 'margin_percent', title: 'Margin %', kind: 'percent' },
];

/** Renders revenue and margin by month up to today, with the month that still runs marked. */
export function renderRevenuePage(data: ViewRow, text: string, zone: string): Markup {
  const gaps = listGaps([data]);
  const { from, to } = toRow(data['period']);
  const [first, last] = [toText(from) ?? '', toText(to) ?? ''];
  // In the first month of a year its row is the total.
  const sums = [data['totals'], data['rows']].map(toRows).find((rows) => rows.length > 0) ?? [];
  const totals = sums.map((row): TableTotal => ({ title: qualifyFigure('Total', gaps.state), row }));
  return html`<h1>Revenue</h1>
    <p class="lead">
      ${totals.map(({ row }) => formatPageAmount(toNumber(row['revenue']) ?? 0, toText(row['currency']))).join(' and ') || 'No revenue'}
      from ${formatDate(first)} to
      ${formatDate(last)}${gaps.state === 'complete' ? '' : ','}${qualifyFigure('', gaps.state)}, by pickup day.
    </p>
    ${renderDataTime([data], zone)} ${renderGaps(gaps)}
    ${renderTable({ caption: 'Revenue by month', columns, rows: listMonths(data, last), totals, zone })}
    ${renderNotes(data)} ${renderChart({ view: 'chart', title: 'Revenue', text, data })}`;
}

/** Lists the months from the first with any revenue, the newest first. The month of the last day still runs. */
function listMonths(data: ViewRow, last: string): readonly ViewRow[] {
  const rows = toRows(data['rows']);
  const firstUsed = rows.findIndex(({ revenue }) => (toNumber(revenue) ?? 0) !== 0);
  return rows
    .slice(Math.max(firstUsed, 0))
    .toReversed()
    .map((row) => {
      const month = toText(row['month']) ?? '';
      const isRunning = month === last.slice(0, 7);
      return {
        ...row,
        month: isRunning ? `${formatDate(month)}, to ${formatDate(last)} (running)` : formatDate(month),
      };
    });
}
