import { html } from 'hono/html';
import { listWarnedKeys, sortWarnedFirst } from '../approvals/plan-text.ts';
import { type Markup, nothing, renderText } from '../page/markup.ts';
import { formatAmounts, sumAmounts } from '../results/unexecuted-plan.ts';
import type { PlanLineView, PlanView } from '../results/result.ts';
import type { Approval } from '../tool/context.ts';

/** The form that the boxes belong to, wherever they stand. */
export const decisionFormId = 'decision';

/** What a person had filled in when their form was refused. */
export interface DecisionDraft {
  /** Keys of the ticked lines. */
  readonly tickedKeys: ReadonlySet<string>;
  readonly reason: string;
  readonly isRead: boolean;
}

interface LineChoice {
  /** True while the lines can be decided. */
  readonly isOpen: boolean;
  readonly draft: DecisionDraft | undefined;
}

/**
 * Renders the lines of a batch as a table, those with warnings first. While it can be decided, each line has a box, which is
 * not ticked where the line has a warning: a person takes such a line on purpose.
 */
export function renderLines({ plan, leftOut }: Approval, { isOpen, draft }: LineChoice): Markup {
  const lines = sortWarnedFirst(plan);
  if (lines.length === 0) return nothing;
  const warnedKeys = listWarnedKeys(plan);
  const isTicked = (key: string) => (draft === undefined ? !warnedKeys.has(key) : draft.tickedKeys.has(key));
  const takenLines = lines.filter(({ key }) => (isOpen ? isTicked(key) : !leftOut.includes(key)));
  const shape = { columns: listColumns(lines), isOpen };
  return html`<section ${isOpen ? html`data-lines` : nothing}>
    <h2 id="lines">${lines.length} ${lines.length === 1 ? 'line' : 'lines'}</h2>
    ${
      isOpen && warnedKeys.size > 0
        ? html`<p class="hint">
            ${warnedKeys.size} ${warnedKeys.size === 1 ? 'line has a warning and is' : 'lines have warnings and are'}
            ${draft === undefined ? 'not ticked' : 'marked'}. Tick a line to approve it anyway.
          </p>`
        : nothing
    }
    ${isOpen ? tickButtons : nothing}
    <p class="sum" role="status" data-sum>${formatSelection(takenLines, lines.length, isOpen)}</p>
    <div class="wide" role="region" aria-labelledby="lines" tabindex="0">
      <table class="grid lines">
        <thead>
          <tr>
            ${isOpen ? html`<th scope="col"><span class="unseen">Approve</span></th>` : nothing}
            ${shape.columns.map(({ title, isAmount }) => html`<th scope="col" class="${isAmount ? 'amount' : ''}">${title}</th>`)}
          </tr>
        </thead>
        ${lines.map((line) => renderLine(line, plan, { ...shape, isTicked: isTicked(line.key), isLeftOut: leftOut.includes(line.key) }))}
      </table>
    </div>
    ${renderPayeeTotals(lines)}
  </section>`;
}

interface LineColumn {
  readonly title: string;
  readonly isAmount?: boolean;
  readonly read: (line: PlanLineView) => string;
}

const allColumns: readonly LineColumn[] = [
  { title: 'Number', read: ({ number }) => number },
  { title: 'Party', read: ({ party }) => party },
  { title: 'Paid to', read: ({ paidTo = '' }) => paidTo },
  { title: 'Freight', read: ({ freight = '' }) => freight },
  { title: 'Details', read: ({ details = '' }) => details },
  { title: 'Date', read: ({ date = '' }) => date },
  { title: 'Check', read: ({ verdict = '' }) => verdict },
  { title: 'Amount', isAmount: true, read: ({ money }) => formatAmounts(money).join(' + ') },
];

/** Lists the columns that some line fills. */
const listColumns = (lines: readonly PlanLineView[]): readonly LineColumn[] =>
  allColumns.filter(({ read }) => lines.some((line) => read(line) !== ''));

interface LineShape {
  readonly columns: readonly LineColumn[];
  readonly isOpen: boolean;
  readonly isTicked: boolean;
  readonly isLeftOut: boolean;
}

/** Renders a line and its warnings as a group of rows, so that a warning stays with its line. */
function renderLine(
  line: PlanLineView,
  { warnings }: PlanView,
  { columns, isOpen, isTicked, isLeftOut }: LineShape,
): Markup {
  const texts = warnings.filter(({ lines = [] }) => lines.includes(line.key)).map(({ text }) => text);
  const isWarned = texts.length > 0;
  return html`<tbody class="${isWarned ? 'warned' : ''} ${isLeftOut ? 'out' : ''}">
    <tr>
      ${isOpen ? html`<td class="tick-cell">${renderBox(line, { isWarned, isTicked })}</td>` : nothing}
      ${columns.map(
        ({ title, isAmount, read }) =>
          html`<td class="${isAmount ? 'amount' : ''}" data-label="${title}">${renderText(read(line))}</td>`,
      )}
    </tr>
    ${
      isWarned || isLeftOut
        ? html`<tr class="warnings">
            ${isOpen ? html`<td></td>` : nothing}
            <td colspan="${columns.length}">
              ${isLeftOut ? html`<strong>Left out</strong>` : nothing}
              ${texts.map((text) => html`<span class="finding"><span aria-hidden="true">!</span> ${renderText(text)}</span>`)}
            </td>
          </tr>`
        : nothing
    }
  </tbody>`;
}

const renderBox = (
  { key, money }: PlanLineView,
  { isWarned, isTicked }: { readonly isWarned: boolean; readonly isTicked: boolean },
): Markup =>
  html`<input
    type="checkbox"
    name="take"
    value="${key}"
    aria-label="Approve ${key}"
    form="${decisionFormId}"
    ${isWarned ? html`data-finding` : nothing}
    ${isTicked ? html`checked` : nothing}
    autocomplete="off"
    data-money="${JSON.stringify(money)}"
  />`;

const tickButtons = html`<div class="row" data-tick-all hidden>
  <button type="button" class="quiet" value="clear">Only lines without a warning</button>
  <button type="button" class="quiet" value="all">All</button>
  <button type="button" class="quiet" value="none">None</button>
</div>`;

/** Formats what is selected: "Selected: 34 of 35 lines, $54,286.35". */
function formatSelection(lines: readonly PlanLineView[], total: number, isOpen: boolean): string {
  const amounts = formatLineAmounts(lines);
  const count = `${isOpen ? 'Selected: ' : ''}${lines.length} of ${total} lines`;
  return amounts === '' ? count : `${count}, ${amounts}`;
}

const formatLineAmounts = (lines: readonly PlanLineView[]): string =>
  formatAmounts(sumAmounts(lines.flatMap(({ money }) => money))).join(' and ');

/** Formats what was approved of a batch: "34 of 35 bills: $54,286.35". */
export function formatApprovedLines({ plan, leftOut }: Approval): string {
  const { lines = [] } = plan;
  const approvedLines = lines.filter(({ key }) => !leftOut.includes(key));
  const amounts = formatLineAmounts(approvedLines);
  const count = `${approvedLines.length} of ${lines.length} ${nameLines(plan)}`;
  return amounts === '' ? count : `${count}: ${amounts}`;
}

/** Names the lines of a batch by the kind of its records: "bills". Where they are of several kinds they are lines. */
function nameLines({ lines = [], records }: PlanView): string {
  const keys = new Set(lines.map(({ key }) => key));
  const kinds = new Set(
    records.filter(({ friendlyId }) => friendlyId !== null && keys.has(friendlyId)).map(({ kind }) => kind),
  );
  const [kind] = kinds;
  if (kinds.size !== 1 || kind === undefined || kind.endsWith('s')) return 'lines';
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}

/** Renders what each payee gets in all, the largest first. A single payee is in the title. */
function renderPayeeTotals(lines: readonly PlanLineView[]): Markup {
  const byPayee = Map.groupBy(
    lines.filter(({ money }) => money.length > 0),
    ({ party, paidTo }) => paidTo ?? party,
  );
  if (byPayee.size < 2 || byPayee.size === lines.length) return nothing;
  const totals = [...byPayee]
    .map(([payee, members]) => ({
      payee,
      count: members.length,
      money: sumAmounts(members.flatMap(({ money }) => money)),
    }))
    .toSorted((a, b) => (b.money[0]?.amount ?? 0) - (a.money[0]?.amount ?? 0));
  return html`<details>
    <summary>Totals by payee (${totals.length})</summary>
    <table class="grid totals">
      <thead>
        <tr>
          <th scope="col">Payee</th>
          <th scope="col" class="amount">Lines</th>
          <th scope="col" class="amount">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${totals.map(
          ({ payee, count, money }) =>
            html`<tr>
              <td>${renderText(payee)}</td>
              <td class="amount">${count}</td>
              <td class="amount">${formatAmounts(money).join(' + ')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}
