import { html } from 'hono/html';
import type { Freshness } from '../approvals/freshness.ts';
import { warningsOf } from '../approvals/plan-text.ts';
import type { Approval } from '../tool/context.ts';
import { decisionFormId } from './lines-view.ts';
import { formToken, problemBox } from './layout.ts';
import { type Markup, nothing, countText, shown } from './markup.ts';
import type { PageOptions } from './page-options.ts';
import { planView } from './plan-view.ts';
import type { Session } from './sessions.ts';
import { mayApprove, whyNot } from './role-rights.ts';

/** State of signing for one person and desk. */
export interface Signing {
  readonly needsPasskey: boolean;
  /** Reason why this person cannot sign; undefined if they can, or need not. */
  readonly problem: string | undefined;
}

interface Shown {
  readonly approval: Approval;
  readonly session: Session;
  readonly signing: Signing;
  readonly problem?: string | undefined;
  readonly freshness: Freshness | undefined;
  /** The next one that waits, once this one does not. */
  readonly next: Approval | undefined;
}

export const approvalView = (
  options: Pick<PageOptions, 'now' | 'timeZone'>,
  { approval, session, signing, problem, freshness, next }: Shown,
): Markup =>
  html`<p class="back"><a href="/approvals">All that waits</a></p>
    ${problemBox(problem)} ${freshnessBox(freshness)} ${approval.status === 'pending' ? nothing : nextBox(next)}
    <article>${planView(options, approval)}</article>
    ${approval.status === 'pending' ? decisionForm(approval, session, { signing, isStale: freshness?.state === 'changed' }) : nothing}`;

/** Said before anything else: a plan that will not run is not worth reading. */
function freshnessBox(freshness: Freshness | undefined): Markup {
  if (freshness === undefined) return nothing;
  if (freshness.state === 'unchanged') return html`<p class="hint">${shown(freshness.text)}</p>`;
  const title = freshness.state === 'changed' ? 'This plan is out of date' : 'Not checked';
  return html`<section class="box against" aria-labelledby="freshness">
    <h2 id="freshness"><span aria-hidden="true">!</span> ${title}</h2>
    <p>${shown(freshness.text)}</p>
  </section>`;
}

interface Asked {
  readonly signing: Signing;
  readonly isStale: boolean;
}

/**
 * Enter in a field or on a box presses the first button of a form that can be pressed and is drawn: here one that only
 * closes a dialog, and there is none.
 */
const decisionForm = (approval: Approval, session: Session, { signing, isStale }: Asked): Markup =>
  html`<form
    id="${decisionFormId}"
    method="post"
    action="/approvals/${approval.id}"
    class="decision"
    autocomplete="off"
    ${signing.needsPasskey ? html`data-passkey="/approvals/${approval.id}/challenge"` : nothing}
  >
    <button type="submit" class="first" formmethod="dialog" formnovalidate tabindex="-1" aria-hidden="true"></button>
    ${formToken(session)}
    <input type="hidden" name="plan" value="${approval.plan.hash}" />
    <input type="hidden" name="signature" value="" />
    <h2>Your decision</h2>
    ${reasonField(approval)}
    <div class="row">
      <button type="submit" name="decision" value="deny" formnovalidate>Deny</button>
    </div>
    ${isStale ? nothing : yesPart(approval, session, signing)}
    ${signing.needsPasskey ? html`<noscript><p>A passkey needs JavaScript in this browser.</p></noscript>` : nothing}
    <p class="hint" role="status" data-hint></p>
  </form>`;

/** To say no, nobody has to give one: that button does not check the fields. */
const reasonField = ({ exceptions }: Approval): Markup =>
  exceptions.length === 0
    ? html`<label for="reason">Reason (kept with the decision)</label>
        <textarea id="reason" name="reason" rows="2" maxlength="500"></textarea>`
    : html`<label for="reason">Reason (needed to approve, kept with the decision)</label>
        <p class="hint" id="reason-why">
          The policy makes an exception here (${shown(exceptions.join(', '))}): say who allowed it, and why.
        </p>
        <textarea
          id="reason"
          name="reason"
          rows="2"
          maxlength="500"
          required
          aria-describedby="reason-why"
        ></textarea>`;

function yesPart(approval: Approval, session: Session, { needsPasskey, problem }: Signing): Markup {
  if (!mayApprove(session, approval)) return html`<p>${shown(whyNot(approval))}</p>`;
  if (problem === undefined) return yesFields(approval, needsPasskey);
  return html`<p>${shown(problem)} <a href="/approvals/passkeys">Passkeys</a></p>`;
}

function yesFields(approval: Approval, needsPasskey: boolean): Markup {
  const against = warningsOf(approval).length;
  return html`<label class="tick">
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
    </div>`;
}

/** Above the plan: the page puts the keyboard on it, and what became of the plan stays in sight. */
const nextBox = (next: Approval | undefined): Markup =>
  html`<p class="next">
    ${
      next === undefined
        ? html`Nothing else waits. <a href="/approvals/decided">See what was decided</a>`
        : html`<a class="button" href="/approvals/${next.id}" data-focus>Next that waits</a>`
    }
  </p>`;
