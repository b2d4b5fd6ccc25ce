import { listOwnPasskeys } from '../approvals/passkeys.ts';
import { toDeciders } from '../approvals/same-person.ts';
import { findSecretWait, type SecretWait } from '../approvals/secret-wait.ts';
import { isSamePrincipal, formatPerson } from '../policy/principal-name.ts';
import type { Markup } from '../page/markup.ts';
import type { PageOptions } from './page-options.ts';
import type { PageSession } from './session/sessions.ts';
import { type ConfirmingWays, renderSecretWait } from './secret-notice-view.ts';

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
export function isSecondApprover({ approver }: PageSession, { by }: SecretWait): boolean {
  const { name, user, issuer, decides } = approver;
  if (issuer === undefined || decides !== 'everything') return false;
  const resetNames = [by, by.replace(/ \(user .*\)$/, '')];
  return !toDeciders(name, user).some((decider) =>
    resetNames.some((reset) => decider === null || isSamePrincipal(reset, decider) || formatPerson(reset) === decider),
  );
}
