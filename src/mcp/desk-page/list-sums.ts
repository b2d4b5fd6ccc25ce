import { html } from 'hono/html';
import { toNumber, toRows, toText, type ViewRow } from '../cards/views/kit/reading.ts';
import { type Markup, nothing } from '../page/markup.ts';
import { type DataState, qualifyFigure } from './answer-state.ts';
import type { CellColumn } from './cells.ts';
import { formatCount, formatPageAmount } from './desk-words.ts';

/** Answers about all open bills: all of them, the overdue ones, and those due by a week from now, the overdue ones included. */
export interface DueAnswers {
  readonly open: ViewRow;
  readonly overdue: ViewRow;
  readonly week: ViewRow;
}

interface DueSum {
  readonly count: number;
  readonly cents: number;
}

const readSum = ({ openTotals }: ViewRow, currency: string): DueSum => {
  const total = toRows(openTotals).find((row) => toText(row['currency']) === currency);
  return { count: toNumber(total?.['count']) ?? 0, cents: Math.round((toNumber(total?.['amount']) ?? 0) * 100) };
};

const subtract = (sum: DueSum, other: DueSum): DueSum => ({
  count: sum.count - other.count,
  cents: sum.cents - other.cents,
});

/** Renders when all open bills are due, whatever part of them the page lists. */
export function renderDueSummary({ open, overdue, week }: DueAnswers, state: DataState): Markup {
  const currencies = toRows(open['openTotals']).flatMap(({ currency }) => toText(currency) ?? []);
  if (currencies.length === 0) return nothing;
  return html`${currencies.map((currency) => {
    const [all, late, due] = [open, overdue, week].map((data) => readSum(data, currency));
    if (all === undefined || late === undefined || due === undefined) return nothing;
    const sums = [
      ['Overdue', late],
      ['Due within 7 days', subtract(due, late)],
      ['Due later, or without a date', subtract(all, due)],
      ['All open', all],
    ] as const;
    return renderSums(
      sums.map(([title, { count, cents }]) => ({
        title,
        amount: formatPageAmount(cents / 100, currency),
        note: qualifyFigure(formatCount(count, 'bill'), state),
      })),
    );
  })}`;
}

/** Renders what is open of each age, of all parties. */
export const renderAgingSummary = ({ bucketTotals }: ViewRow, columns: readonly CellColumn[]): Markup =>
  html`${toRows(bucketTotals).map((totals) =>
    renderSums(
      columns
        .filter(({ kind }) => kind === 'money')
        .map(({ key, title }) => ({
          title,
          amount: formatPageAmount(toNumber(totals[key]) ?? 0, toText(totals['currency'])),
        })),
    ),
  )}`;

interface PageSum {
  readonly title: string;
  readonly amount: string;
  readonly note?: string;
}

const renderSums = (sums: readonly PageSum[]): Markup =>
  html`<dl class="sums">
    ${sums.map(
      ({ title, amount, note }) =>
        html`<div>
          <dt>${title}</dt>
          <dd><strong>${amount}</strong> ${note === undefined ? nothing : html`<span>${note}</span>`}</dd>
        </div>`,
    )}
  </dl>`;
