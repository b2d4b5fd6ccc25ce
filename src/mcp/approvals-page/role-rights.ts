import { WaybillError } from '../../errors.ts';
import type { Approval } from '../tool/context.ts';
import type { Session } from './sessions.ts';

/** Of a list: whose approvals somebody sees. */
export const shownTo = ({ approver }: Session): { readonly requester?: string } =>
  approver.decides === 'own' ? { requester: approver.name } : {};

/** A plan that needs a second person is not for a role that decides nothing for others. */
export const mayApprove = ({ approver }: Session, { gate }: Approval): boolean =>
  approver.decides === 'everything' || gate !== 'approve';

export const whyNot = ({ id }: Approval): string =>
  `${id} is approved by somebody whose role decides for others; yours does not.`;

export function requireRole(session: Session, approval: Approval): void {
  if (!mayApprove(session, approval)) throw new WaybillError('REFUSED', whyNot(approval));
}
