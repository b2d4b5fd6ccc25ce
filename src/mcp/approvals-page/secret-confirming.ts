import { WaybillError } from '../../errors.ts';
import { formatDecider } from '../approvals/approval-row.ts';
import { confirmSecret, findSecretWait, type SecretWait } from '../approvals/secret-wait.ts';
import type { PageOptions } from './page-options.ts';
import type { Yes } from './signing.ts';
import { type PageContext, readOwnForm } from './visit.ts';
import { isSecondApprover } from './secret-notice.ts';

/** Builds what a passkey signs to confirm exactly this reset. */
const toYes = ({ at }: SecretWait): Yes => ({ id: 'secret-reset', planHash: at, leftOut: [] });

async function requireWait(options: PageOptions): Promise<SecretWait> {
  const wait = await findSecretWait(options);
  if (wait !== undefined) return wait;
  throw new WaybillError('CONFLICT', "The approver's secret is in force: nothing waits.");
}

/** Sends the challenge that a passkey signs to confirm the new secret. */
export async function sendSecretChallenge(options: PageOptions, c: PageContext) {
  await readOwnForm(c);
  const { askForYes } = await import('./signing.ts');
  return c.json(await askForYes(options, c.get('session'), toYes(await requireWait(options))));
}

/** Confirms the new secret for an earlier passkey or a second approver, and shows the pending approvals. */
export async function confirmSecretByForm(options: PageOptions, c: PageContext) {
  const form = await readOwnForm(c);
  const session = c.get('session');
  const wait = await requireWait(options);
  const signature = form.text('signature');
  const signed =
    signature === ''
      ? undefined
      : await (await import('./signing.ts')).takeYes(options, session, toYes(wait), signature);
  await confirmSecret(options, {
    by: formatDecider(session.approver.name, session.approver.user),
    isSecondApprover: isSecondApprover(session, wait),
    passkeyAddedAt: signed?.addedAt,
  });
  return c.redirect('/approvals', 303);
}
