import { html } from 'hono/html';
import { warningsOf } from '../approvals/plan-text.ts';
import type { PlanView } from '../results/result.ts';
import { moneyTexts } from '../results/stake.ts';
import type { Approval } from '../tool/context.ts';
import { type Markup, nothing, shown, countText } from './markup.ts';
import type { PageOptions } from './page-options.ts';
import { statusWords } from './status-words.ts';
import { formatSpan } from '../../domain/kit/instants.ts';
import { timeMarkup } from './times.ts';

type Clock = Pick<PageOptions, 'now' | 'timeZone'>;

interface List {
  readonly approvals: readonly Approval[];
  /** How many there are without the words that were searched for. */
  readonly total: number;
  readonly words: string;
}

export function waitingView(clock: Clock, list: List): Markup {
  const { total } = list;
  return html`<h1>
      ${total === 0 ? 'Nothing waits for you' : `${total} ${total === 1 ? 'plan waits' : 'plans wait'}`}
    </h1>
    ${
      total === 0
        ? html`<p class="lead">What the assistant plans and may not do by itself appears here.</p>`
        : html`${searchForm('/approvals', list)} ${rowsOf(list, (approval) => waitingRow(clock, approval))}`
    }`;
}

export const decidedView = (clock: Clock, list: List): Markup =>
  html`<h1>Decided</h1>
    ${
      list.total === 0
        ? html`<p class="lead">Nothing has been decided yet.</p>`
        : html`${searchForm('/approvals/decided', list)} ${rowsOf(list, (approval) => decidedRow(clock, approval))}`
    }`;

const searchForm = (address: string, { words }: List): Markup =>
  html`<form method="get" action="${address}" role="search" class="search">
    <label for="words">Find by name, number, amount or who asked</label>
    <div class="row">
      <input type="search" id="words" name="words" value="${words}" autocomplete="off" />
      <button type="submit">Find</button>
    </div>
  </form>`;

const rowsOf = ({ approvals, words }: List, row: (approval: Approval) => Markup): Markup =>
  approvals.length === 0
    ? html`<p class="lead">None of them holds “${shown(words)}”. <a href="?">Show all</a></p>`
    : html`<ul class="rows">
        ${approvals.map(row)}
      </ul>`;

function waitingRow({ now }: Clock, approval: Approval): Markup {
  const { createdAt, expiresAt, requester } = approval;
  const against = warningsOf(approval).length;
  return html`<li>
    <a href="/approvals/${approval.id}">
      <span class="title">${shown(approval.plan.title)}</span>
      ${moneyMarkup(approval)} ${aboutMarkup(approval)}
      <span class="facts">
        ${against === 0 ? nothing : html`<strong class="against">! ${countText(against)} against it</strong>`}
        <span>${shown(requester)} asked ${formatSpan(createdAt, now())} ago</span>
        <span>ends in ${formatSpan(now(), expiresAt)}</span>
        <span class="number">${approval.id}</span>
      </span>
    </a>
  </li>`;
}

function decidedRow({ timeZone }: Clock, approval: Approval): Markup {
  const { sign, text } = statusWords[approval.status];
  return html`<li>
    <a href="/approvals/${approval.id}">
      <span class="title">${shown(approval.plan.title)}</span>
      ${moneyMarkup(approval)} ${aboutMarkup(approval)}
      <span class="facts">
        <strong><span aria-hidden="true">${sign}</span> ${text}</strong>
        ${approval.decidedBy === null ? nothing : html`<span>by ${shown(approval.decidedBy)}</span>`}
        <span>${timeMarkup(approval.decidedAt ?? approval.createdAt, timeZone)}</span>
        <span class="number">${approval.id}</span>
      </span>
    </a>
  </li>`;
}

const namedMax = 3;

/** Whom or what it is about, where the title does not say it. */
function aboutMarkup({ plan: { records, title } }: Approval): Markup {
  const isSaid = ({ friendlyId, name }: PlanView['records'][number]) =>
    [friendlyId, name].some((text) => text !== null && title.includes(text));
  const names = records.filter((record) => !isSaid(record)).map(({ friendlyId, name }) => [friendlyId, name]);
  const unsaid = [...new Set(names.map((parts) => parts.filter(Boolean).join(' ')))].filter((name) => name !== '');
  if (unsaid.length === 0) return nothing;
  const rest = unsaid.length - namedMax;
  const listed = [...unsaid.slice(0, namedMax), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return html`<span class="about">${shown(listed)}</span>`;
}

const moneyMarkup = ({ plan, money }: Approval): Markup =>
  html`<span class="amount"
    >${moneyTexts(money)
      .filter((amount) => !plan.title.includes(amount))
      .join(' + ')}</span
  >`;
