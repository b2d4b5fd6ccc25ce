import { html } from 'hono/html';
import type { ExecutionState, PageAttempt } from '../approvals/page-executor.ts';
import { type Markup, nothing, renderText } from '../page/markup.ts';
import { formatPerson, isSamePrincipal, parsePrincipal } from '../policy/principal-name.ts';
import type { Approval } from '../tool/context.ts';
import { renderFormToken } from './layout.ts';
import type { PageSession } from './session/sessions.ts';
import { renderTime } from './times.ts';

interface ExecutionViewInput {
  readonly approval: Approval;
  readonly session: PageSession;
  readonly execution: ExecutionState;
  readonly timeZone: string;
}

/** Renders what becomes of an approved plan: who executes it and until when, the button, or how far it is. */
export function renderExecution({ approval, session, execution, timeZone }: ExecutionViewInput): Markup {
  const { kind, attempt, problem } = execution;
  if (kind === 'running')
    return html`<section class="execution" role="status" aria-labelledby="execution">
      <h2 id="execution"><span aria-hidden="true">▸</span> Executing…</h2>
      <p>${formatProgress(approval, execution)} This page shows the result by itself.</p>
    </section>`;
  const button =
    problem === undefined
      ? renderButton(approval, session, kind === 'interrupted' ? 'Continue now' : 'Execute now')
      : nothing;
  const next = describeAssistant(approval, session, { timeZone, isOtherwise: problem === undefined });
  return html`<section class="execution" aria-labelledby="execution">
    <h2 id="execution">${kind === 'interrupted' ? 'Interrupted' : 'What happens next'}</h2>
    ${attempt === undefined ? nothing : renderAttempt(attempt, timeZone)}
    ${
      kind === 'interrupted'
        ? html`<p>${formatProgress(approval, execution)} What is done stays done, and is not repeated.</p>`
        : nothing
    }
    ${button}
    <p>${next}</p>
    ${problem === undefined ? nothing : html`<p class="hint">${renderText(problem)}</p>`}
  </section>`;
}

const formatProgress = ({ plan: { steps } }: Approval, { stepsDone }: ExecutionState): string =>
  steps.length < 2 ? '' : `${stepsDone} of ${steps.length} steps are done.`;

function renderAttempt({ at, message, outcome }: PageAttempt, timeZone: string): Markup {
  return html`<div class="box problem" role="alert" tabindex="-1" data-focus>
    <h3>${outcome === 'not_done' ? 'Not executed' : 'Not finished'}, ${renderTime(at, timeZone)}</h3>
    <p>${renderText(message)}${outcome === 'not_done' ? ' Nothing was changed.' : ''}</p>
  </div>`;
}

const renderButton = ({ id, plan }: Approval, session: PageSession, label: string): Markup =>
  html`<form method="post" action="/approvals/${id}/execute">
    ${renderFormToken(session)}
    <input type="hidden" name="plan" value="${plan.hash}" />
    <div class="row"><button type="submit" class="yes">${label}</button></div>
  </form>`;

/** Describes who executes the plan without this page, and until when. */
function describeAssistant(
  { id, requester, expiresAt }: Approval,
  session: PageSession,
  { timeZone, isOtherwise }: { readonly timeZone: string; readonly isOtherwise: boolean },
): Markup {
  const until = html`until ${renderTime(expiresAt, timeZone)}`;
  const { kind, name } = parsePrincipal(requester);
  if (kind === 'program')
    return html`${isOtherwise ? 'Otherwise the' : 'The'} program ${renderText(name)} executes
      <strong>${id}</strong> when it asks again, ${until}.`;
  const { approver } = session;
  const isOwn = [approver.name, formatPerson(approver.user)].some((own) => isSamePrincipal(own, requester));
  const who = isOwn
    ? html`${isOtherwise ? 'Otherwise your' : 'Your'} assistant`
    : html`${isOtherwise ? 'Otherwise the' : 'The'} assistant of ${renderText(name)}`;
  return html`${who} executes it when it asks again, ${until}. Tell it to continue with <strong>${id}</strong>.`;
}
