import { html } from 'hono/html';
import { WaybillError } from '../../errors.ts';
import { getApproval } from '../approvals/approvals.ts';
import { isSamePrincipal } from '../policy/principal-name.ts';
import { type Markup, nothing, renderText } from '../page/markup.ts';
import type { Approval } from '../tool/context.ts';
import type { PageOptions } from './page-options.ts';
import type { PageSession } from './session/sessions.ts';
import { type PageContext, sendPage } from './visit.ts';

/** Returns an approval that this session may see. Any other counts as missing. */
export async function getShown(options: PageOptions, { approver }: PageSession, id: string): Promise<Approval> {
  const approval = await getApproval(options, id);
  if (approver.decides === 'everything' || isSamePrincipal(approval.requester, approver.name)) return approval;
  throw new WaybillError('APPROVAL_UNKNOWN', `There is no approval ${id} of yours.`);
}

/** Explains what to do about an address whose approval this person can't see: it may be missing, or somebody else's. */
export const sendMissing = (options: PageOptions, c: PageContext, problem: string) =>
  sendPage(c, {
    title: 'No such approval',
    session: c.get('session'),
    status: 404,
    body: html`<p class="back"><a href="/approvals">Pending approvals</a></p>
      <h1>No such approval</h1>
      <p class="box problem" role="alert" tabindex="-1" data-focus>${renderText(problem)}</p>
      ${renderLookup(options, c.get('session'))}
      <p>
        It may be among the <a href="/approvals/decided">decided approvals</a>. Otherwise ask the assistant to make the
        plan again: its answer gives the new address.
      </p>`,
  });

/** Renders which approvals this page has, for a person who expects another one. */
export function renderLookup({ memoryAddress, commandText }: PageOptions, { approver }: PageSession): Markup {
  const shown =
    approver.decides === 'own'
      ? html`<p>
          You see the plans that you requested yourself. What others requested, a person whose role decides sees.
        </p>`
      : nothing;
  if (memoryAddress === undefined)
    return html`${shown}
      <p>
        This page has the approvals of your organization at this server. Another server or organization has its own
        page.
      </p>`;
  return html`${shown}
    <p>
      This page reads <code>${memoryAddress}</code>. An assistant whose tool server has another
      <code>WAYBILL_HOME</code> has its own page: open the address in its answer. In a terminal,
      <code>${commandText('approvals list')}</code> lists what is stored.
    </p>`;
}
