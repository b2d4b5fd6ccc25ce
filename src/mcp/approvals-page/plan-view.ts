import { html } from 'hono/html';
import { formatContextTitle, formatWarningCount, listWarnings } from '../approvals/plan-text.ts';
import { formatAmounts } from '../results/unexecuted-plan.ts';
import type { PlanView } from '../results/result.ts';
import type { Approval } from '../tool/context.ts';
import { type Markup, nothing, renderText } from '../page/markup.ts';
import { formatSelection, renderLines } from './lines-view.ts';
import type { PageClock } from './page-options.ts';
import { statusWords } from './status-words.ts';
import { formatSpan } from '../../domain/kit/instants.ts';
import { renderTime } from './times.ts';

/** Renders what a person has to know to decide, in that order: the action and its amount, the warnings, the changes. */
export const renderPlan = (clock: PageClock, approval: Approval): Markup => {
  const { plan } = approval;
  return html`${renderHead(clock, approval)} ${renderWarnings(approval)} ${renderLines(approval)} ${renderChanges(plan)}
    ${renderDetails(plan)} ${listSection('E-mail goes to', plan.recipients)}
    ${listSection('Also happens', plan.sideEffects)} ${listSection('Limits of the policy', plan.limits ?? [])}
    <section>
      <h2>Undo</h2>
      <p class="text">${renderText(plan.undo)}</p>
    </section>
    ${foldSection(formatContextTitle(plan), plan.context?.lines ?? [])}
    ${foldSection('Records', plan.records.map(recordLine))}
    ${
      plan.steps.length > 1
        ? foldSection(
            'Steps',
            plan.steps.map(({ label }) => label),
          )
        : nothing
    }`;
};

function renderHead({ now, timeZone }: PageClock, approval: Approval): Markup {
  const { plan, money, requester, createdAt, expiresAt, status } = approval;
  return html`${plan.desk === undefined ? nothing : html`<p class="desk">${renderText(plan.desk)}</p>`}
    <h1>${renderText(formatTitle(approval))}</h1>
    ${
      money.length === 0
        ? nothing
        : html`<p class="money"><span class="label">Amount</span> ${formatAmounts(money).join(' and ')}</p>`
    }
    ${renderStatus(approval, timeZone)}
    <dl class="facts">
      <div>
        <dt>Requested by</dt>
        <dd>${renderText(requester)}, ${formatSpan(createdAt, now())} ago (${renderTime(createdAt, timeZone)})</dd>
      </div>
      ${
        status === 'pending'
          ? html`<div>
              <dt>Expires</dt>
              <dd>in ${formatSpan(now(), expiresAt)} (${renderTime(expiresAt, timeZone)})</dd>
            </div>`
          : nothing
      }
      ${
        plan.reason === undefined
          ? nothing
          : html`<div>
              <dt>Why approval</dt>
              <dd>${renderText(plan.reason)}</dd>
            </div>`
      }
      ${renderDecision(approval, timeZone)}
      <div>
        <dt>Number</dt>
        <dd>${approval.id}</dd>
      </div>
    </dl>`;
}

/** Formats the title of a plan; once it is decided, with the lines that were approved. */
function formatTitle({ plan, status, leftOut }: Approval): string {
  const { lines = [], title } = plan;
  if (status === 'pending' || status === 'denied' || leftOut.length === 0) return title;
  return `${title}. Approved: ${formatSelection(
    lines.filter(({ key }) => !leftOut.includes(key)),
    lines.length,
    false,
  )}`;
}

/** Renders the state of a plan and what comes next. */
function renderStatus({ id, status, expiresAt }: Approval, timeZone: string): Markup {
  const { sign, text } = statusWords[status];
  return html`<p class="status ${status}">
    <span aria-hidden="true">${sign}</span> ${text}${
      status === 'approved'
        ? html`. Ask your assistant to continue with <strong>${id}</strong> before ${renderTime(expiresAt, timeZone)}.`
        : nothing
    }
  </p>`;
}

const renderDecision = ({ status, decidedBy, decidedAt, reason, outcome }: Approval, timeZone: string): Markup =>
  html`${
    decidedBy === null || decidedAt === null
      ? nothing
      : html`<div>
          <dt>${status === 'denied' ? 'Denied by' : 'Approved by'}</dt>
          <dd>${renderText(decidedBy)}, ${renderTime(decidedAt, timeZone)}</dd>
        </div>`
  }
  ${
    reason === null
      ? nothing
      : html`<div>
          <dt>Reason</dt>
          <dd class="text">${renderText(reason)}</dd>
        </div>`
  }
  ${
    outcome === null
      ? nothing
      : html`<div>
          <dt>Outcome</dt>
          <dd class="text">${renderText(outcome)}</dd>
        </div>`
  }`;

/** Renders the warnings about the whole plan; those about lines stand with their lines. */
function renderWarnings(approval: Approval): Markup {
  const warnings = listWarnings(approval);
  const planWarnings = warnings.filter(({ lines }) => lines === undefined);
  if (warnings.length === 0) return html`<p class="clear">No warnings.</p>`;
  if (planWarnings.length === 0) return nothing;
  return html`<section class="box against" aria-labelledby="against">
    <h2 id="against"><span aria-hidden="true">!</span> ${formatWarningCount(planWarnings.length)}</h2>
    <ul>
      ${planWarnings.map(({ text }) => html`<li>${renderText(text)}</li>`)}
    </ul>
  </section>`;
}

const renderChanges = ({ changes }: PlanView): Markup =>
  changes.length === 0
    ? nothing
    : html`<section>
        <h2>What changes</h2>
        <table class="grid changes">
          <thead>
            <tr>
              <th scope="col"><span class="unseen">Value</span></th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            ${changes.map(
              ({ label, before, after }) =>
                html`<tr>
                  <th scope="row">${renderText(label)}</th>
                  <td class="before" data-label="Before">${renderText(before ?? 'none')}</td>
                  <td class="after" data-label="After">${renderText(after)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </section>`;

const recordLine = ({ kind, friendlyId, name }: PlanView['records'][number]): string =>
  [kind, friendlyId, name].filter(Boolean).join(' · ');

const listedMax = 8;

/** Renders what else a person has to know. It is never folded: it may decide. */
const renderDetails = ({ details }: PlanView): Markup =>
  details.length === 0
    ? nothing
    : html`<section>
        <h2>Details</h2>
        ${renderList(details)}
      </section>`;

/** Renders a list, folded where it is long. */
function listSection(title: string, lines: readonly string[]): Markup {
  if (lines.length === 0) return nothing;
  if (lines.length > listedMax) return foldSection(title, lines);
  return html`<section>
    <h2>${title}</h2>
    ${renderList(lines)}
  </section>`;
}

/** Renders a list that a person opens when they want it. */
function foldSection(title: string, lines: readonly string[]): Markup {
  if (lines.length === 0) return nothing;
  return html`<section>
    <details>
      <summary>${title} (${lines.length})</summary>
      ${renderList(lines)}
    </details>
  </section>`;
}

const renderList = (lines: readonly string[]): Markup =>
  html`<ul>
    ${lines.map((line) => html`<li class="text">${renderText(line)}</li>`)}
  </ul>`;
