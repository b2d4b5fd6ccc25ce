import { html } from 'hono/html';
import { formatContextTitle, listWarnings } from '../approvals/plan-text.ts';
import { formatAmounts } from '../results/unexecuted-plan.ts';
import type { PlanView } from '../results/result.ts';
import type { Approval } from '../tool/context.ts';
import { type Markup, nothing, showText } from '../page/markup.ts';
import { renderLines } from './lines-view.ts';
import type { PageClock } from './page-options.ts';
import { formatPoints, statusWords } from './status-words.ts';
import { formatSpan } from '../../domain/kit/instants.ts';
import { renderTime } from './times.ts';

/** Renders what a person has to know to decide, in that order: the action and its amount, the warnings, the changes. */
export const renderPlan = (clock: PageClock, approval: Approval): Markup => {
  const { plan } = approval;
  return html`${renderHead(clock, approval)} ${renderWarnings(approval)} ${renderLines(approval)} ${renderChanges(plan)}
    ${listSection(formatContextTitle(plan), plan.context?.lines ?? [])}
    ${listSection('Records', plan.records.map(recordLine))} ${listSection('Who is told, by e-mail', plan.emails)}
    ${listSection('Also happens', plan.sideEffects)} ${listSection('Limits of the policy', plan.limits ?? [])}
    ${
      plan.steps.length > 1
        ? listSection(
            'Steps',
            plan.steps.map(({ label }) => label),
            { isNumbered: true },
          )
        : nothing
    }
    <section>
      <h2>Way back</h2>
      <p class="text">${showText(plan.undo)}</p>
    </section>`;
};

function renderHead({ now, timeZone }: PageClock, approval: Approval): Markup {
  const { plan, money, requester, createdAt, expiresAt, status } = approval;
  const { sign, text } = statusWords[status];
  return html`<p class="status ${status}"><span aria-hidden="true">${sign}</span> ${text}</p>
    <h1>${showText(plan.title)}</h1>
    ${
      money.length === 0
        ? nothing
        : html`<p class="money"><span class="label">Money</span> ${formatAmounts(money).join(' and ')}</p>`
    }
    <dl class="facts">
      <div>
        <dt>Asked by</dt>
        <dd>${showText(requester)}, ${formatSpan(createdAt, now())} ago (${renderTime(createdAt, timeZone)})</dd>
      </div>
      ${
        status === 'pending'
          ? html`<div>
              <dt>Ends</dt>
              <dd>in ${formatSpan(now(), expiresAt)} (${renderTime(expiresAt, timeZone)})</dd>
            </div>`
          : nothing
      }
      ${renderDecision(approval, timeZone)}
      <div>
        <dt>Number</dt>
        <dd>${approval.id}</dd>
      </div>
    </dl>`;
}

const renderDecision = ({ status, decidedBy, decidedAt, reason, outcome }: Approval, timeZone: string): Markup =>
  html`${
    decidedBy === null || decidedAt === null
      ? nothing
      : html`<div>
          <dt>${status === 'denied' ? 'Denied by' : 'Approved by'}</dt>
          <dd>${showText(decidedBy)}, ${renderTime(decidedAt, timeZone)}</dd>
        </div>`
  }
  ${
    reason === null
      ? nothing
      : html`<div>
          <dt>Reason</dt>
          <dd class="text">${showText(reason)}</dd>
        </div>`
  }
  ${
    outcome === null
      ? nothing
      : html`<div>
          <dt>Outcome</dt>
          <dd class="text">${showText(outcome)}</dd>
        </div>`
  }`;

function renderWarnings(approval: Approval): Markup {
  const warnings = listWarnings(approval);
  if (warnings.length === 0) return html`<p class="clear">No rule speaks against it.</p>`;
  return html`<section class="box against" aria-labelledby="against">
    <h2 id="against"><span aria-hidden="true">!</span> Speaks against it: ${formatPoints(warnings.length)}</h2>
    <ul>
      ${warnings.map((warning) => html`<li>${showText(warning)}</li>`)}
    </ul>
  </section>`;
}

const renderChanges = ({ lines }: PlanView): Markup =>
  lines.length === 0
    ? nothing
    : html`<section>
        <h2>What changes</h2>
        <ul class="changes">
          ${lines.map((line) => html`<li>${changeMarkup(showText(line))}</li>`)}
        </ul>
      </section>`;

/** Renders a line such as `Terms: Net 15 -> Net 30` with before and after apart. An ambiguous line stays as it is. */
function changeMarkup(line: string): Markup {
  const [, label, before, after] = /^([^:«»]+): ((?:(?! -> ).)+) -> ((?:(?! -> ).)+)$/s.exec(line) ?? [];
  if (label === undefined || before === undefined || after === undefined) return html`${line}`;
  return html`<span class="label">${label}</span> <span class="before">${before}</span>
    <span class="arrow" aria-label="becomes">→</span> <strong class="after">${after}</strong>`;
}

const recordLine = ({ kind, friendlyId, name }: PlanView['records'][number]): string =>
  [kind, friendlyId, name].filter(Boolean).join(' · ');

const listedMax = 8;

/** Folds a long list, which the page summarizes above it. */
function listSection(title: string, lines: readonly string[], { isNumbered = false } = {}): Markup {
  if (lines.length === 0) return nothing;
  const items = lines.map((line) => html`<li class="text">${showText(line)}</li>`);
  const list = isNumbered
    ? html`<ol>
        ${items}
      </ol>`
    : html`<ul>
        ${items}
      </ul>`;
  if (lines.length <= listedMax)
    return html`<section>
      <h2>${title}</h2>
      ${list}
    </section>`;
  return html`<section>
    <details>
      <summary>${title} (${lines.length})</summary>
      ${list}
    </details>
  </section>`;
}
