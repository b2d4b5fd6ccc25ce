import { WaybillError } from '../../errors.ts';
import { formatDecider } from '../approvals/approval-row.ts';
import { listOwnPasskeys } from '../approvals/passkeys.ts';
import { toDeciders } from '../approvals/same-person.ts';
import { confirmSecret, findSecretWait, type SecretWait } from '../approvals/secret-wait.ts';
import { isSamePrincipal, formatPerson } from '../policy/principal-name.ts';
import type { Markup } from '../page/markup.ts';
import type { PageOptions } from './page-options.ts';
import { type ConfirmingWays, renderSecretWait } from './secret-wait-view.ts';
import type { PageSession } from './sessions.ts';
import type { Yes } from './signing.ts';
import { type PageContext, readOwnForm } from './visit.ts';

/** Renders what a person of this session reads about a secret that waits. */
export async function renderSecretNotice(options: PageOptions, session: PageSession): Promise<Markup> {
  const wait = await findSecretWait(options);
  return renderSecretWait(options, session, wait, await findWays(options, session, wait));
}

async function findWays(
  options: PageOptions,
  session: PageSession,
  wait: SecretWait | undefined,
): Promise<ConfirmingWays> {
  if (wait === undefined) return { hasEarlierPasskey: false, isSecondApprover: false };
  const passkeys = await listOwnPasskeys(options.memory, options, session.approver);
  return {
    hasEarlierPasskey: passkeys.some(({ added_at: at }) => at < wait.at),
    isSecondApprover: isSecondApprover(session, wait),
  };
}

/** Tests if an issuer vouches for an approver who is somebody else than the person who reset the secret. */
function isSecondApprover({ approver }: PageSession, { by }: SecretWait): boolean {
  const { name, user, issuer, decides } = approver;
  if (issuer === undefined || decides !== 'everything') return false;
  const resetNames = [by, by.replace(/ \(user .*\)$/, '')];
  return !toDeciders(name, user).some((decider) =>
    resetNames.some((reset) => decider === null || isSamePrincipal(reset, decider) || formatPerson(reset) === decider),
  );
}

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
