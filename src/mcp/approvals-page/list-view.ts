import { html } from 'hono/html';
import { formatSpan } from '../../domain/kit/instants.ts';
import { formatAsker } from '../approvals/asker.ts';
import { summarizeWarnings } from '../approvals/plan-text.ts';
import { type Markup, nothing, renderText, showText } from '../page/markup.ts';
import { formatAmounts, sumAmounts } from '../results/unexecuted-plan.ts';
import type { PlanView } from '../results/result.ts';
import type { Approval } from '../tool/context.ts';
import { formatPlanLine } from '../tool/plan.ts';
import type { PageClock } from './page-options.ts';
import { describeStatus } from './status-words.ts';
import { renderTime } from './times.ts';

interface ApprovalList {
  readonly approvals: readonly Approval[];
  /** Number of approvals before the search narrows them. */
  readonly total: number;
  readonly words: string;
  readonly sort: ApprovalSort;
}

/** Orders of the list: what expires first, the largest amount, or the oldest request. */
export const approvalSorts = ['expiry', 'amount', 'age'] as const;
export type ApprovalSort = (typeof approvalSorts)[number];

const sortTitles: Readonly<Record<ApprovalSort, string>> = {
  expiry: 'Expires first',
  amount: 'Largest amount',
  age: 'Oldest request',
};

/** Sorts approvals. Amounts of several currencies can't be compared, so the largest number counts. */
export function sortApprovals(approvals: readonly Approval[], sort: ApprovalSort): readonly Approval[] {
  const getAmount = ({ money }: Approval) => Math.max(0, ...money.map(({ amount }) => amount));
  if (sort === 'amount') return approvals.toSorted((a, b) => getAmount(b) - getAmount(a));
  const read = ({ createdAt, expiresAt }: Approval) => Date.parse(sort === 'age' ? createdAt : expiresAt);
  return approvals.toSorted((a, b) => read(a) - read(b));
}

export function renderPendingApprovals(clock: PageClock, list: ApprovalList, lookup: Markup): Markup {
  const { total } = list;
  return html`<h1>
      ${total === 0 ? 'No pending approvals' : `${total} pending ${total === 1 ? 'approval' : 'approvals'}`}
    </h1>
    ${
      total === 0
        ? html`<p class="lead">Plans that need your approval appear here.</p>
            <h2>Did you expect one?</h2>
            ${lookup}
            <p>It may be among the <a href="/approvals/decided">decided approvals</a> already.</p>`
        : html`${renderKindTotals(list.approvals)} ${renderSearchForm('/approvals', list)} ${renderSortLinks(list)}
          ${renderTable(list, pendingColumns, (approval) => renderPendingRow(clock, approval))}`
    }`;
}

export const renderDecidedApprovals = (clock: PageClock, list: ApprovalList): Markup =>
  html`<h1>Decided approvals</h1>
    ${
      list.total === 0
        ? html`<p class="lead">No approval has been decided yet.</p>`
        : html`${renderSearchForm('/approvals/decided', list)}
          ${renderTable(list, decidedColumns, (approval) => renderDecidedRow(clock, approval))}`
    }`;

/** Renders the number and the amount of the pending approvals of each tool. */
function renderKindTotals(approvals: readonly Approval[]): Markup {
  const kinds = [...Map.groupBy(approvals, ({ tool }) => tool)];
  if (kinds.length < 2) return nothing;
  return html`<ul class="kinds">
    ${kinds.map(([tool, members]) => {
      const amounts = formatAmounts(sumAmounts(members.flatMap(({ money }) => money))).join(' + ');
      return html`<li>
        <span class="kind">${formatKind(tool)}</span> ${members.length}${amounts === '' ? '' : ` · ${amounts}`}
      </li>`;
    })}
  </ul>`;
}

/** Formats the name of a tool as words: `pay_bills` is "Pay bills". */
const formatKind = (tool: string): string => {
  const words = tool.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const renderSearchForm = (address: string, { words, sort }: ApprovalList): Markup =>
  html`<form method="get" action="${address}" role="search" class="search">
    ${sort === 'expiry' ? nothing : html`<input type="hidden" name="sort" value="${sort}" />`}
    <label for="words">Search by name, number, amount, or requester</label>
    <div class="row">
      <input type="search" id="words" name="words" value="${words}" autocomplete="off" />
      <button type="submit">Search</button>
    </div>
  </form>`;

const renderSortLinks = ({ sort, words }: ApprovalList): Markup =>
  html`<p class="sorts">
    Sort:
    ${approvalSorts.map((name) => {
      const address = `?${new URLSearchParams({ sort: name, ...(words !== '' && { words }) }).toString()}`;
      return html`<a href="${address}" ${name === sort ? html`aria-current="true"` : nothing}>${sortTitles[name]}</a> `;
    })}
  </p>`;

const pendingColumns = ['Approval', 'Asked by', 'Amount', 'Age', 'Expires'];
const decidedColumns = ['Approval', 'Decision', 'Amount', 'When', 'Asked by'];

const renderTable = (
  { approvals, words }: ApprovalList,
  columns: readonly string[],
  renderRow: (approval: Approval) => Markup,
): Markup =>
  approvals.length === 0
    ? html`<p class="lead">No approval matches “${showText(words)}”. <a href="?">Show all</a></p>`
    : html`<table class="grid approvals">
        <thead>
          <tr>
            ${columns.map((title) => html`<th scope="col" class="${title === 'Amount' ? 'amount' : ''}">${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${approvals.map(renderRow)}
        </tbody>
      </table>`;

function renderPendingRow({ now, timeZone }: PageClock, approval: Approval): Markup {
  const { createdAt, expiresAt } = approval;
  const [warning, ...otherWarnings] = summarizeWarnings(approval);
  const more = otherWarnings.length === 0 ? '' : ` (and ${otherWarnings.length} more)`;
  return html`<tr>
    <td>
      ${renderTitle(approval)}
      ${warning === undefined ? nothing : html`<strong class="against">! ${renderText(warning)}${more}</strong>`}
    </td>
    <td data-label="Asked by">${renderText(formatAsker(approval))}</td>
    <td class="amount" data-label="Amount">${formatAmounts(approval.money).join(' + ')}</td>
    <td data-label="Age">${formatSpan(createdAt, now())}</td>
    <td data-label="Expires">
      in ${formatSpan(now(), expiresAt)}<span class="soft">${renderTime(expiresAt, timeZone)}</span>
    </td>
  </tr>`;
}

function renderDecidedRow({ timeZone }: PageClock, approval: Approval): Markup {
  const { sign, text } = describeStatus(approval);
  return html`<tr>
    <td>${renderTitle(approval)}</td>
    <td data-label="Decision">
      <strong><span aria-hidden="true">${sign}</span> ${text}</strong>
      ${approval.decidedBy === null ? nothing : html`<span class="soft">by ${renderText(approval.decidedBy)}</span>`}
    </td>
    <td class="amount" data-label="Amount">${formatAmounts(approval.money).join(' + ')}</td>
    <td data-label="When">${renderTime(approval.decidedAt ?? approval.createdAt, timeZone)}</td>
    <td data-label="Asked by">${renderText(formatAsker(approval))}</td>
  </tr>`;
}

const renderTitle = (approval: Approval): Markup =>
  html`<a class="title" href="/approvals/${approval.id}">${renderText(approval.plan.title)}</a>
    ${approval.plan.changes.length > 0 ? renderChangedValues(approval) : renderRecordNames(approval)}<span
      class="soft number"
      >${approval.id}</span
    >`;

const changesMax = 2;

/** Renders the first values that change, before and after. */
const renderChangedValues = ({ plan: { changes } }: Approval): Markup => {
  const texts = changes.slice(0, changesMax).map(formatPlanLine);
  const more = changes.length > changesMax ? [`${changes.length - changesMax} more`] : [];
  return html`<span class="soft">${renderText([...texts, ...more].join('; '))}</span>`;
};

const namedMax = 3;

/** Renders the names of the plan's records that its title does not mention. */
function renderRecordNames({ plan: { records, title } }: Approval): Markup {
  const isInTitle = ({ friendlyId, name }: PlanView['records'][number]) =>
    [friendlyId, name].some((text) => text !== null && title.includes(text));
  const names = records.filter((record) => !isInTitle(record)).map(({ friendlyId, name }) => [friendlyId, name]);
  const otherNames = [...new Set(names.map((parts) => parts.filter(Boolean).join(' ')))].filter((name) => name !== '');
  if (otherNames.length === 0) return nothing;
  const rest = otherNames.length - namedMax;
  const listed = [...otherNames.slice(0, namedMax), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return html`<span class="about">${renderText(listed)}</span>`;
}
