import { randomBytes, timingSafeEqual } from 'node:crypto';
import { WaybillError } from '../../errors.ts';
import { sha256 } from '../../contract/kit/canonical.ts';
import type { Approval } from '../tool/context.ts';
import type { ToolMemory } from '../tool/memory.ts';
import { addMilliseconds } from '../run/call-details.ts';
import { type ApproverDesk, auditApprover } from './approver-audit.ts';
import { hasHadSecret, replaceLostSecret, sealSecretState } from './secret-wait.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const letters = 20;

/**
 * Creates a secret of 100 random bits in letters that cannot be misread: `7K3M9-QXD2A-...`. It is long enough that a
 * plain hash keeps it safe.
 */
export function createSecret(): string {
  // Not injected like other randomness: a secret that can be predicted is none.
  const text = [...randomBytes(letters)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return text.match(/.{5}/g)?.join('-') ?? text;
}

/** Hashes a secret, ignoring case, spaces and dashes. */
export const hashSecret = (secret: string): string => sha256(secret.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''));

/**
 * Creates the approver's secret, to show to a person once: only its hash is stored. Returns undefined if there is one
 * already. Where its hash was removed from the database, the new one waits like any other that was reset.
 */
export async function makeApproverSecret(desk: ApproverDesk, by: string): Promise<string | undefined> {
  const { memory } = desk;
  // Read before the hash, which another process writes first.
  const wasMade = await hasHadSecret(memory);
  if ((await memory.approver.hash()) !== undefined) return undefined;
  const secret = createSecret();
  const hash = hashSecret(secret);
  if (wasMade) {
    const summary = "The approver's secret was made again after its hash was removed: it decides nothing for 24 hours.";
    await replaceLostSecret(desk, { by, hash, summary });
    return secret;
  }
  if (!(await memory.approver.keep(hash))) return undefined;
  await memory.approver.keepState(sealSecretState(memory, { reset: null, confirmedBy: null }));
  return secret;
}

/** Replaces the approver's secret and returns the new one. The typed secret has to be the current one. */
export async function renewApproverSecret(desk: ApproverDesk, typedSecret: string, actor: string): Promise<string> {
  await requireApproverSecret(desk, typedSecret, { who: actor });
  const secret = createSecret();
  if (!(await desk.memory.approver.replace(hashSecret(typedSecret), hashSecret(secret)))) throw buildWrongSecretError();
  return secret;
}

interface SecretAttempt {
  /** Person who typed the secret, with the operating system's user. */
  readonly who: string;
  /** Approval that the person wants to decide. */
  readonly approval?: Approval;
}

const triesMax = 5;
const triesLastMs = 10 * 60_000;
const attemptPrefix = 'wrong-secret:';

/**
 * Requires the approver's secret. The audit log records wrong ones, and too many of them block this way for ten
 * minutes.
 */
export async function requireApproverSecret(
  desk: ApproverDesk,
  typedSecret: string,
  attempt: SecretAttempt,
): Promise<void> {
  const { memory, now, newId } = desk;
  const key = `${attemptPrefix}${newId()}`;
  // Counted first and compared then: of many tries at one moment none slips past the others.
  await memory.ledger.consume(key, { at: now(), expiresAt: addMilliseconds(now(), triesLastMs) });
  if ((await memory.ledger.count(attemptPrefix, now())) > triesMax) {
    await auditAttempt(desk, attempt, 'too_many_wrong_secrets');
    throw new WaybillError('REFUSED', 'Too many wrong secrets; nothing was decided. Wait 10 minutes.');
  }
  if (!(await isApproverSecret(memory, typedSecret))) {
    await auditAttempt(desk, attempt, 'wrong_secret');
    throw buildWrongSecretError();
  }
  await memory.ledger.forget(key);
}

const buildWrongSecretError = () =>
  new WaybillError('REFUSED', "That is not the approver's secret; nothing was decided.");

async function isApproverSecret({ approver }: Pick<ToolMemory, 'approver'>, typedSecret: string): Promise<boolean> {
  const storedHash = await approver.hash();
  return storedHash !== undefined && timingSafeEqual(Buffer.from(storedHash), Buffer.from(hashSecret(typedSecret)));
}

const auditAttempt = (desk: ApproverDesk, { who: actor, approval }: SecretAttempt, status: string): Promise<void> =>
  auditApprover(desk, {
    who: actor,
    place: 'approvals secret',
    status,
    summary: `The approver's secret was not known: ${approval?.plan.title ?? 'nothing was changed'}`,
    approval,
  });
