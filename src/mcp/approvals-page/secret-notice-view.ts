import { html } from 'hono/html';
import { describeSecretWait, type SecretWait } from '../approvals/secret-wait.ts';
import { type Markup, nothing, renderText } from '../page/markup.ts';
import { renderFormToken } from './layout.ts';
import type { PageClock } from './page-options.ts';
import type { PageSession } from './session/sessions.ts';

/** Ways in which the person of a session can put a reset secret in force. */
export interface ConfirmingWays {
  readonly hasEarlierPasskey: boolean;
  readonly isSecondApprover: boolean;
}

/** Renders that the approver's secret was reset, and the form that confirms it for those who can; nothing if none waits. */
export const renderSecretWait = (
  { timeZone }: PageClock,
  session: PageSession,
  wait: SecretWait | undefined,
  ways: ConfirmingWays,
): Markup =>
  wait === undefined
    ? nothing
    : html`<section class="box against" aria-labelledby="secret-wait">
        <h2 id="secret-wait"><span aria-hidden="true">!</span> The approver's secret was reset</h2>
        <p>${renderText(describeSecretWait(wait, timeZone))}</p>
        ${ways.hasEarlierPasskey || ways.isSecondApprover ? renderConfirmForm(session, ways) : nothing}
      </section>`;

const renderConfirmForm = (session: PageSession, { isSecondApprover }: ConfirmingWays): Markup =>
  html`<form
    method="post"
    action="/approvals/secret"
    autocomplete="off"
    ${isSecondApprover ? nothing : html`data-passkey="/approvals/secret/challenge"`}
  >
    ${renderFormToken(session)}
    <input type="hidden" name="signature" value="" />
    <p>Confirm it only if you know who reset it, and why.</p>
    <div class="row">
      <button type="submit" name="decision" value="approve">
        ${isSecondApprover ? 'Confirm the new secret' : 'Confirm the new secret with a passkey'}
      </button>
    </div>
    <p class="hint" role="status" data-hint></p>
  </form>`;
