import { html } from 'hono/html';
import { listWarnings } from '../approvals/plan-text.ts';
import type { PlanView } from '../results/result.ts';
import { formatAmounts } from '../results/unexecuted-plan.ts';
import type { Approval } from '../tool/context.ts';
import { type Markup, nothing, showText } from '../page/markup.ts';
import type { PageClock } from './page-options.ts';
import { formatPoints, statusWords } from './status-words.ts';
import { formatSpan } from '../../domain/kit/instants.ts';
import { renderTime } from './times.ts';

interface ApprovalList {
  readonly approvals: readonly Approval[];
  /** Number of approvals before the search narrows them. */
  readonly total: number;
  readonly words: string;
}

export function renderPendingApprovals(clock: PageClock, list: ApprovalList): Markup {
  const { total } = list;
  return html`<h1>
      ${total === 0 ? 'Nothing waits for you' : `${total} ${total === 1 ? 'plan waits' : 'plans wait'}`}
    </h1>
    ${
      total === 0
        ? html`<p class="lead">What the assistant plans and may not do by itself appears here.</p>`
        : html`${renderSearchForm('/approvals', list)}
          ${renderRows(list, (approval) => renderPendingRow(clock, approval))}`
    }`;
}

export const renderDecidedApprovals = (clock: PageClock, list: ApprovalList): Markup =>
  html`<h1>Decided</h1>
    ${
      list.total === 0
        ? html`<p class="lead">Nothing has been decided yet.</p>`
        : html`${renderSearchForm('/approvals/decided', list)}
          ${renderRows(list, (approval) => renderDecidedRow(clock, approval))}`
    }`;

const renderSearchForm = (address: string, { words }: ApprovalList): Markup =>
  html`<form method="get" action="${address}" role="search" class="search">
    <label for="words">Find by name, number, amount or who asked</label>
    <div class="row">
      <input type="search" id="words" name="words" value="${words}" autocomplete="off" />
      <button type="submit">Find</button>
    </div>
  </form>`;

const renderRows = ({ approvals, words }: ApprovalList, renderRow: (approval: Approval) => Markup): Markup =>
  approvals.length === 0
    ? html`<p class="lead">None of them holds “${showText(words)}”. <a href="?">Show all</a></p>`
    : html`<ul class="rows">
        ${approvals.map(renderRow)}
      </ul>`;

function renderPendingRow({ now }: PageClock, approval: Approval): Markup {
  const { createdAt, expiresAt, requester } = approval;
  const warningCount = listWarnings(approval).length;
  return html`<li>
    <a href="/approvals/${approval.id}">
      <span class="title">${showText(approval.plan.title)}</span>
      ${renderMoney(approval)} ${renderRecordNames(approval)}
      <span class="facts">
        ${warningCount === 0 ? nothing : html`<strong class="against">! ${formatPoints(warningCount)} against it</strong>`}
        <span>${showText(requester)} asked ${formatSpan(createdAt, now())} ago</span>
        <span>ends in ${formatSpan(now(), expiresAt)}</span>
        <span class="number">${approval.id}</span>
      </span>
    </a>
  </li>`;
}

function renderDecidedRow({ timeZone }: PageClock, approval: Approval): Markup {
  const { sign, text } = statusWords[approval.status];
  return html`<li>
    <a href="/approvals/${approval.id}">
      <span class="title">${showText(approval.plan.title)}</span>
      ${renderMoney(approval)} ${renderRecordNames(approval)}
      <span class="facts">
        <strong><span aria-hidden="true">${sign}</span> ${text}</strong>
        ${approval.decidedBy === null ? nothing : html`<span>by ${showText(approval.decidedBy)}</span>`}
        <span>${renderTime(approval.decidedAt ?? approval.createdAt, timeZone)}</span>
        <span class="number">${approval.id}</span>
      </span>
    </a>
  </li>`;
}

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
  return html`<span class="about">${showText(listed)}</span>`;
}

const renderMoney = ({ plan, money }: Approval): Markup =>
  html`<span class="amount"
    >${formatAmounts(money)
      .filter((amount) => !plan.title.includes(amount))
      .join(' + ')}</span
  >`;
