import { html } from 'hono/html';
import { formatAsker } from '../approvals/asker.ts';
import { formatContextTitle, formatWarningCount, listWarnings } from '../approvals/plan-text.ts';
import { formatAmounts } from '../results/unexecuted-plan.ts';
import type { PlanView } from '../results/result.ts';
import type { Approval } from '../tool/context.ts';
import { type Markup, nothing, renderText } from '../page/markup.ts';
import { type DecisionDraft, formatApprovedLines, renderLines } from './lines-view.ts';
import type { PageClock } from './page-options.ts';
import { describeStatus } from './status-words.ts';
import { formatSpan } from '../../domain/kit/instants.ts';
import { renderTime } from './times.ts';

interface PlanViewInput {
  /** True while the plan can be decided and is still current. */
  readonly isOpen: boolean;
  /** True if the plan waits for a decision, but its records have changed. */
  readonly isStale: boolean;
  readonly draft: DecisionDraft | undefined;
  /** True while the approved plan is executed, which its status may not say yet. */
  readonly isRunning: boolean;
  /** What becomes of an approved plan. */
  readonly execution: Markup;
  /** Id of the plan that replaced a plan whose records had changed. */
  readonly replacedBy: string | undefined;
}

/**
 * Renders what a person has to know to decide, in that order: the action and its amount, the warnings, the judgments and
 * gaps, the lines, the changes.
 */
export const renderPlan = (clock: PageClock, approval: Approval, input: PlanViewInput): Markup => {
  const { plan } = approval;
  return html`${renderHead(clock, approval, input)} ${input.isStale ? nothing : renderWarnings(approval)}
    ${renderSentences('Checks', plan.checks ?? [])} ${renderLines(approval, input)} ${renderChanges(plan)}
    ${renderSentences('Details', plan.details)} ${listSection(formatContextTitle(plan), plan.context?.lines ?? [])}
    ${listSection('E-mail goes to', plan.recipients)} ${listSection('Also happens', plan.sideEffects)}
    ${listSection('Limits of the policy', plan.limits ?? [])}
    <section>
      <h2>Undo</h2>
      <p class="text">${renderText(plan.undo)}</p>
    </section>
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

function renderHead({ now, timeZone }: PageClock, approval: Approval, input: PlanViewInput): Markup {
  const { plan, money, createdAt, expiresAt, status } = approval;
  const title = formatTitle(approval);
  return html`${plan.desk === undefined ? nothing : html`<p class="desk">${renderText(plan.desk)}</p>`}
    <h1>${input.isStale ? 'Out of date: ' : nothing}${renderText(title)}</h1>
    ${title === plan.title ? nothing : html`<p>Requested: ${renderText(plan.title)}</p>`}
    ${
      money.length === 0 || title !== plan.title
        ? nothing
        : html`<p class="money"><span class="label">Amount</span> ${formatAmounts(money).join(' and ')}</p>`
    }
    ${input.isStale ? renderStale() : renderStatus(input.isRunning ? { ...approval, status: 'executing' } : approval)}
    ${renderOutcome(approval, input.replacedBy)} ${input.execution}
    <dl class="facts">
      <div>
        <dt>Asked by</dt>
        <dd>
          ${renderText(formatAsker(approval))}, ${formatSpan(createdAt, now())} ago (${renderTime(createdAt, timeZone)})
        </dd>
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

/** Formats the title of a plan; once a batch is approved, it states what was approved of it. */
export function formatTitle(approval: Approval): string {
  const { plan, status, decidedBy } = approval;
  const isApproved = decidedBy !== null && status !== 'denied';
  return isApproved && (plan.lines?.length ?? 0) > 1 ? formatApprovedLines(approval) : plan.title;
}

/** Renders the state of a plan whose records changed before a person decided. */
const renderStale = (): Markup =>
  html`<p class="status void"><span aria-hidden="true">–</span> Can't be approved: its records have changed</p>`;

/** Renders the state of a plan. */
function renderStatus(approval: Approval): Markup {
  const { sign, text, next } = describeStatus(approval);
  return html`<p class="status ${approval.status}"><span aria-hidden="true">${sign}</span> ${text}</p>
    ${next === undefined ? nothing : html`<p>${next}</p>`}`;
}

/** Renders how the plan ended, and the way to the plan that replaced it. */
const renderOutcome = ({ outcome }: Approval, replacedBy: string | undefined): Markup =>
  outcome === null
    ? nothing
    : html`<section class="outcome" aria-labelledby="outcome">
        <h2 id="outcome">Outcome</h2>
        <p class="text">${renderText(outcome)}</p>
        ${
          replacedBy === undefined
            ? nothing
            : html`<p><a class="button" href="/approvals/${replacedBy}">Open the new plan, ${replacedBy}</a></p>`
        }
      </section>`;

const renderDecision = ({ status, decidedBy, decidedAt, reason }: Approval, timeZone: string): Markup =>
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
const renderSentences = (title: string, sentences: readonly string[]): Markup =>
  sentences.length === 0
    ? nothing
    : html`<section>
        <h2>${title}</h2>
        ${renderList(sentences)}
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
