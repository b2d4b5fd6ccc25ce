import { randomUUID } from 'node:crypto';
import { digest } from '../../contract/kit/canonical.ts';
import { WaybillError } from '../../errors.ts';
import { auditApprover } from '../approvals/approver-audit.ts';
import { formatDecider } from '../approvals/approval-row.ts';
import { requireApproverSecret } from '../approvals/approver.ts';
import {
  describePasskey,
  findOwnerProblem,
  listGenuinePasskeys,
  listOwnPasskeys,
  requireOwnPasskey,
  secretOnly,
  type SigningPasskey,
  toOwnerColumns,
} from '../approvals/passkeys.ts';
import { getApproval } from '../approvals/approvals.ts';
import { requireSecretInForce } from '../approvals/secret-wait.ts';
import type { FoundPasskey } from '../tool/memory.ts';
import { addMilliseconds } from '../run/call-details.ts';
import type { PageOptions } from './page-options.ts';
import type { PageSession } from './session/sessions.ts';
import { buildRegistrationOptions, buildSigningOptions, verifyNewPasskey, verifySignature } from './webauthn.ts';
import { isBefore } from '../../domain/kit/instants.ts';

const answerWithinMs = 3 * 60_000;

/** Exactly what a person says yes to. */
export interface Yes {
  readonly id: string;
  readonly planHash: string;
  /** Keys of the lines that are not to be done. */
  readonly leftOut: readonly string[];
}

/** Computes the challenge for a passkey from what is approved, so that its signature approves nothing else. */
const computeChallenge = ({ id, planHash, leftOut }: Yes, nonce: string): string =>
  Buffer.from(digest({ id, planHash, leftOut: [...leftOut].sort(), nonce, says: 'approve' }), 'hex').toString(
    'base64url',
  );

const keepQuestion = ({ challenges }: PageSession, subject: string, challenge: string, now: string): Promise<void> =>
  challenges.keep(subject, { challenge, expiresAt: addMilliseconds(now, answerWithinMs) });

/** Returns the challenge that was asked about a subject. It can be answered once, right or wrong. */
async function takeQuestion({ challenges }: PageSession, subject: string, now: string): Promise<string> {
  const question = await challenges.take(subject);
  if (question === undefined || !isBefore(question.expiresAt, now, answerWithinMs))
    throw new WaybillError('REFUSED', 'The passkey was asked too long ago, or about something else. Try again.');
  return question.challenge;
}

/** Returns the options that the browser gives to a passkey so that it signs this yes. */
export async function askForYes(options: PageOptions, session: PageSession, yes: Yes) {
  const { memory, now } = options;
  const ownPasskeys = await listOwnPasskeys(memory, options, session.approver);
  // Without a list a browser would offer every passkey of this host.
  requireOwnPasskey(options, session.approver, ownPasskeys);
  const nonce = randomUUID();
  await keepQuestion(session, yes.id, nonce, now());
  return buildSigningOptions(options, computeChallenge(yes, nonce), ownPasskeys);
}

/** Returns the passkey of this session's person that signed this very yes. */
export async function takeYes(
  options: PageOptions,
  session: PageSession,
  yes: Yes,
  response: string,
): Promise<SigningPasskey> {
  const { memory, now } = options;
  const challenge = computeChallenge(yes, await takeQuestion(session, yes.id, now()));
  const { passkey, counter } = await verifySignature(options, response, challenge, await listGenuinePasskeys(memory));
  await refuseOtherOwner(options, session, yes, passkey);
  const isFirst = await memory.passkeys.use(passkey.id, passkey.counter, { counter, used_at: now() });
  if (!isFirst) throw new WaybillError('CONFLICT', 'This passkey signed something else at the same moment. Try again.');
  return { label: describePasskey(passkey), subject: passkey.subject, addedAt: passkey.added_at };
}

/**
 * Refuses a passkey of another person and records the attempt, because someone has both that device and this session.
 */
async function refuseOtherOwner(
  options: PageOptions,
  { approver }: PageSession,
  { id }: Yes,
  passkey: FoundPasskey,
): Promise<void> {
  const problem = findOwnerProblem(options, approver, passkey);
  if (problem === undefined) return;
  await auditApprover(options, {
    who: formatDecider(approver.name, approver.user),
    place: 'approvals page',
    status: 'passkey_not_own',
    summary: `${id} was not approved: passkey ${describePasskey(passkey)} signed in this session. ${problem}`,
    approval: (await options.memory.approvals.get(id)) && (await getApproval(options, id)),
  });
  throw new WaybillError('REFUSED', problem);
}

const newPasskey = 'new passkey';

/** Asks for the approver's secret first: a session alone adds nothing that can sign. */
export async function askForPasskey(options: PageOptions, session: PageSession, secret: string) {
  const { approver } = session;
  const { name, user, issuer } = approver;
  if (options.needsOwner && issuer === undefined) throw new WaybillError('REFUSED', secretOnly);
  await requireApproverSecret(options, secret, { who: formatDecider(name, user) });
  // A new passkey would sign what the new secret can't decide yet.
  await requireSecretInForce(options);
  const passkeyOptions = await buildRegistrationOptions(options, {
    userName: name,
    account: issuer === undefined ? name : JSON.stringify([issuer, user]),
    passkeys: await listOwnPasskeys(options.memory, options, approver),
  });
  await keepQuestion(session, newPasskey, passkeyOptions.challenge, options.now());
  return passkeyOptions;
}

const nameMax = 60;

export async function addPasskey(
  options: PageOptions,
  session: PageSession,
  response: string,
  typedName: string,
): Promise<void> {
  const { memory, now } = options;
  const name = typedName.trim().slice(0, nameMax);
  if (name === '') throw new WaybillError('BAD_REQUEST', 'Give the passkey a name, to know it again.');
  const verifiedPasskey = await verifyNewPasskey(options, response, await takeQuestion(session, newPasskey, now()));
  const decider = formatDecider(session.approver.name, session.approver.user);
  const owner = toOwnerColumns(session.approver);
  if (
    !(await memory.passkeys.insert({
      ...verifiedPasskey,
      ...owner,
      name,
      added_by: decider,
      added_at: now(),
      used_at: null,
    }))
  )
    throw new WaybillError('CONFLICT', 'This passkey is here already.');
  await auditApprover(options, {
    who: decider,
    place: 'approvals page',
    status: 'passkey_added',
    summary: `Passkey ${JSON.stringify(name)} was added${owner.issuer === null ? '' : ` for ${decider} at ${owner.issuer}`}.`,
  });
}
