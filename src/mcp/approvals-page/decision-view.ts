import { html } from 'hono/html';
import type { Freshness } from '../approvals/freshness.ts';
import type { ExecutionState } from '../approvals/page-executor.ts';
import { formatWarningCount, listWarnings } from '../approvals/plan-text.ts';
import type { Approval } from '../tool/context.ts';
import { renderExecution } from './execution-view.ts';
import { type DecisionDraft, decisionFormId } from './lines-view.ts';
import { renderFormToken, renderProblem } from './layout.ts';
import { type Markup, nothing, renderText } from '../page/markup.ts';
import type { PageClock } from './page-options.ts';
import { renderPlan } from './plan-view.ts';
import type { PageSession } from './session/sessions.ts';
import { canApprove, describeMissingRole } from './role-rights.ts';

/** State of signing for one person and desk. */
export interface Signing {
  readonly needsPasskey: boolean;
  /** Reason why this person cannot sign; undefined if they can, or need not. */
  readonly problem: string | undefined;
}

interface ApprovalViewInput {
  readonly approval: Approval;
  readonly session: PageSession;
  readonly signing: Signing;
  readonly problem?: string | undefined;
  readonly freshness: Freshness | undefined;
  /** How far the execution is, for a plan that is approved and not finished. */
  readonly execution: ExecutionState | undefined;
  /** What the person had filled in when their form was refused. */
  readonly draft: DecisionDraft | undefined;
  readonly replacedBy: string | undefined;
  /** The next one that waits, once this one does not. */
  readonly next: Approval | undefined;
}

export function renderApproval(options: PageClock, input: ApprovalViewInput): Markup {
  const { approval, session, signing, problem, freshness, execution, draft, replacedBy, next } = input;
  const isPending = approval.status === 'pending';
  const isChanged = freshness?.state === 'changed';
  const isOpen = isPending && !isChanged;
  const executionPart =
    execution === undefined || isChanged
      ? nothing
      : renderExecution({ approval, session, execution, timeZone: options.timeZone });
  return html`<p class="back"><a href="/approvals">Pending approvals</a></p>
    ${renderProblem(problem)} ${renderFreshness(freshness)}
    ${isPending ? nothing : renderNextApproval(next, { isFocused: execution?.attempt === undefined })}
    <article>
      ${renderPlan(options, approval, {
        isOpen,
        isStale: isPending && isChanged,
        isRunning: execution?.kind === 'running',
        draft,
        replacedBy,
        execution: executionPart,
      })}
    </article>
    ${isOpen ? renderDecisionForm(approval, session, { signing, draft }) : nothing}
    ${isPending && isChanged ? renderRemoval(approval, session) : nothing}`;
}

/** Renders the button that takes a plan off the list whose records have changed. It is a no, and needs nothing filled in. */
const renderRemoval = ({ id, plan }: Approval, session: PageSession): Markup =>
  html`<form method="post" action="/approvals/${id}" class="removal">
    ${renderFormToken(session)}
    <input type="hidden" name="plan" value="${plan.hash}" />
    <button type="submit" name="decision" value="deny" class="quiet">Deny it, to take it off the list</button>
  </form>`;

/** Renders whether the plan is still current, above everything else: a plan that will not run is not worth reading. */
function renderFreshness(freshness: Freshness | undefined): Markup {
  if (freshness === undefined) return nothing;
  if (freshness.state === 'unchanged') return html`<p class="hint">${renderText(freshness.text)}</p>`;
  const title = freshness.state === 'changed' ? 'This plan is out of date' : 'Not checked';
  return html`<section class="box against" aria-labelledby="freshness">
    <h2 id="freshness"><span aria-hidden="true">!</span> ${title}</h2>
    <p>${renderText(freshness.text)}</p>
  </section>`;
}

interface DecisionFormInput {
  readonly signing: Signing;
  readonly draft: DecisionDraft | undefined;
}

/**
 * Renders the form that approves or denies. Enter in a field presses the first enabled, visible button of a form, so
 * the first button here does nothing: it closes a dialog that does not exist.
 */
const renderDecisionForm = (approval: Approval, session: PageSession, { signing, draft }: DecisionFormInput): Markup =>
  html`<form
    id="${decisionFormId}"
    method="post"
    action="/approvals/${approval.id}"
    class="decision"
    autocomplete="off"
    ${signing.needsPasskey ? html`data-passkey="/approvals/${approval.id}/challenge"` : nothing}
  >
    <button type="submit" class="first" formmethod="dialog" formnovalidate tabindex="-1" aria-hidden="true"></button>
    ${renderFormToken(session)}
    <input type="hidden" name="plan" value="${approval.plan.hash}" />
    <input type="hidden" name="signature" value="" />
    <h2>Your decision</h2>
    ${renderReasonField(approval, draft?.reason ?? '')}
    <div class="row">
      <button type="submit" name="decision" value="deny" formnovalidate>Deny</button>
    </div>
    ${renderApprovePart(approval, session, { signing, draft })}
    ${signing.needsPasskey ? html`<noscript><p>A passkey needs JavaScript in this browser.</p></noscript>` : nothing}
    <p class="hint" role="status" data-hint></p>
  </form>`;

/** Renders the field for a reason. Denying needs none: that button skips the checks of the fields. */
const renderReasonField = ({ exceptions }: Approval, reason: string): Markup =>
  exceptions.length === 0
    ? html`<label for="reason">Reason (recorded with your decision)</label>
        <textarea id="reason" name="reason" rows="2" maxlength="500">${reason}</textarea>`
    : html`<label for="reason">Reason (required to approve, recorded with your decision)</label>
        <p class="hint" id="reason-why">
          This needs an exception to the policy (${renderText(exceptions.join(', '))}). Say who allowed it, and why.
        </p>
        <textarea id="reason" name="reason" rows="2" maxlength="500" required aria-describedby="reason-why">
${reason}</textarea>`;

function renderApprovePart(approval: Approval, session: PageSession, { signing, draft }: DecisionFormInput): Markup {
  const { needsPasskey, problem } = signing;
  if (!canApprove(session, approval)) return html`<p>${renderText(describeMissingRole(approval))}</p>`;
  if (problem === undefined) return renderApproveFields(approval, { needsPasskey, isRead: draft?.isRead === true });
  return html`<p>${renderText(problem)} <a href="/approvals/passkeys">Passkeys</a></p>`;
}

function renderApproveFields(
  approval: Approval,
  { needsPasskey, isRead }: { readonly needsPasskey: boolean; readonly isRead: boolean },
): Markup {
  const warningCount = listWarnings(approval).length;
  return html`<label class="tick">
      <input type="checkbox" name="read" value="yes" required ${isRead ? html`checked` : nothing} />
      <span
        >I have read the
        plan${warningCount === 0 ? '' : html` and the <strong>${formatWarningCount(warningCount)}</strong>`}</span
      >
    </label>
    <div class="row">
      <button type="submit" name="decision" value="approve" class="yes">
        ${needsPasskey ? 'Approve with a passkey' : 'Approve'}
      </button>
    </div>`;
}

/**
 * Renders the link to the next approval above the plan, where the page puts the keyboard focus and the outcome stays
 * visible.
 */
const renderNextApproval = (next: Approval | undefined, { isFocused }: { readonly isFocused: boolean }): Markup =>
  html`<p class="next">
    ${
      next === undefined
        ? html`No other approval is pending. <a href="/approvals/decided">Decided approvals</a>`
        : html`<a class="button" href="/approvals/${next.id}" ${isFocused ? html`data-focus` : nothing}
            >Next approval</a
          >`
    }
  </p>`;
