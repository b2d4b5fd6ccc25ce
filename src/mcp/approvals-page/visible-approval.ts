import { WaybillError } from '../../errors.ts';
import { getApproval } from '../approvals/approvals.ts';
import { isSamePrincipal } from '../policy/principal-name.ts';
import type { Approval } from '../tool/context.ts';
import type { PageOptions } from './page-options.ts';
import type { PageSession } from './sessions.ts';

/** Returns an approval that this session may see. Any other counts as missing. */
export async function getShown(options: PageOptions, { approver }: PageSession, id: string): Promise<Approval> {
  const approval = await getApproval(options, id);
  if (approver.decides === 'everything' || isSamePrincipal(approval.requester, approver.name)) return approval;
  throw new WaybillError('APPROVAL_UNKNOWN', `There is no approval ${id} of yours.`);
}
