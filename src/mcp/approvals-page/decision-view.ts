import { html } from 'hono/html';
import { warningsOf } from '../approvals/plan-text.ts';
import type { Approval } from '../tool/context.ts';
import { decisionFormId } from './lines-view.ts';
import { formToken, problemBox } from './layout.ts';
import { type Markup, nothing, countText } from './markup.ts';
import type { PageOptions } from './page-options.ts';
import { planView } from './plan-view.ts';
import type { Session } from './sessions.ts';

interface Shown {
  readonly approval: Approval;
  readonly session: Session;
  readonly needsPasskey: boolean;
  readonly problem?: string | undefined;
  /** The next one that waits, once this one does not. */
  readonly next: Approval | undefined;
}

export const approvalView = (
  options: Pick<PageOptions, 'now' | 'timeZone'>,
  { approval, session, needsPasskey, problem, next }: Shown,
): Markup =>
  html`<p class="back"><a href="/approvals">All that waits</a></p>
    ${problemBox(problem)}
    <article>${planView(options, approval)}</article>
    ${approval.status === 'pending' ? decisionForm(approval, session, needsPasskey) : nextBox(next)}`;

/**
 * Enter in a field or on a box presses the first button of a form that can be pressed and is drawn: here one that only
 * closes a dialog, and there is none.
 */
const decisionForm = (approval: Approval, session: Session, needsPasskey: boolean): Markup => {
  const against = warningsOf(approval).length;
  return html`<form
    id="${decisionFormId}"
    method="post"
    action="/approvals/${approval.id}"
    class="decision"
    autocomplete="off"
    ${needsPasskey ? html`data-passkey="/approvals/${approval.id}/challenge"` : nothing}
  >
    <button type="submit" class="first" formmethod="dialog" formnovalidate tabindex="-1" aria-hidden="true"></button>
    ${formToken(session)}
    <input type="hidden" name="plan" value="${approval.plan.hash}" />
    <input type="hidden" name="signature" value="" />
    <h2>Your decision</h2>
    <label for="reason">Reason (kept with the decision)</label>
    <textarea id="reason" name="reason" rows="2" maxlength="500"></textarea>
    <div class="row">
      <button type="submit" name="decision" value="deny" formnovalidate>Deny</button>
    </div>
    <label class="tick">
      <input type="checkbox" name="read" value="yes" required />
      <span
        >I have read the
        plan${against === 0 ? '' : html` and the <strong>${countText(against)} against it</strong>`}</span
      >
    </label>
    <div class="row">
      <button type="submit" name="decision" value="approve" class="yes">
        ${needsPasskey ? 'Approve with a passkey' : 'Approve'}
      </button>
    </div>
    ${needsPasskey ? html`<noscript><p>A passkey needs JavaScript in this browser.</p></noscript>` : nothing}
    <p class="hint" role="status" data-hint></p>
  </form>`;
};

const nextBox = (next: Approval | undefined): Markup =>
  html`<p class="next">
    ${
      next === undefined
        ? html`Nothing else waits. <a href="/approvals/decided">See what was decided</a>`
        : html`<a class="button" href="/approvals/${next.id}" data-focus>Next that waits</a>`
    }
  </p>`;
