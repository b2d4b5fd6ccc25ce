import { WaybillError } from '../../errors.ts';
import type { Approval } from '../tool/context.ts';
import type { PageSession } from './session/sessions.ts';

/** Returns the filter of a list: a role that decides only its own plans sees only those. */
export const getRequesterFilter = ({ approver }: PageSession): { readonly requester?: string } =>
  approver.decides === 'own' ? { requester: approver.name } : {};

/** Returns false if a plan needs a second person and the approver's role decides only its own plans. */
export const canApprove = ({ approver }: PageSession, { gate }: Approval): boolean =>
  approver.decides === 'everything' || gate !== 'approve';

export const describeMissingRole = ({ id }: Approval): string =>
  `${id} is approved by somebody whose role decides for others; yours does not.`;

export function requireRole(session: PageSession, approval: Approval): void {
  if (!canApprove(session, approval)) throw new WaybillError('REFUSED', describeMissingRole(approval));
}
