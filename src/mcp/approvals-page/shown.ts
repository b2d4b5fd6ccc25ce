import { WaybillError } from '../../errors.ts';
import { getApproval } from '../approvals/approvals.ts';
import { isSamePrincipal } from '../policy/principal-name.ts';
import type { Approval } from '../tool/context.ts';
import type { PageOptions } from './page-options.ts';
import type { Session } from './sessions.ts';

/** Of a list: whose approvals somebody sees. */
export const shownTo = ({ approver }: Session): { readonly requester?: string } =>
  approver.decides === 'own' ? { requester: approver.name } : {};

/** An approval that this session may see; another one is as if it were not there. */
export async function getShown(options: PageOptions, { approver }: Session, id: string): Promise<Approval> {
  const approval = await getApproval(options, id);
  if (approver.decides === 'everything' || isSamePrincipal(approval.requester, approver.name)) return approval;
  throw new WaybillError('APPROVAL_UNKNOWN', `There is no approval ${id} of yours.`);
}

/** A plan that needs a second person is not for a role that decides nothing for others. */
export const mayApprove = ({ approver }: Session, { gate }: Approval): boolean =>
  approver.decides === 'everything' || gate !== 'approve';

export const whyNot = ({ id }: Approval): string =>
  `${id} is approved by somebody whose role decides for others; yours does not.`;

export function requireRole(session: Session, approval: Approval): void {
  if (!mayApprove(session, approval)) throw new WaybillError('REFUSED', whyNot(approval));
}
