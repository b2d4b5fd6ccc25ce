import { WaybillError } from '../../errors.ts';
import { readEntry } from '../audit/audit.ts';
import { addMilliseconds } from '../run/call-details.ts';
import { chooseDeskZone } from '../run/desk-zone.ts';
import type { GateOptions } from '../run/run.ts';
import type { ToolMemory } from '../tool/memory.ts';
import { type ApproverDesk, auditApprover } from './approver-audit.ts';
import { formatInstant } from './freshness.ts';

/** Time for which a secret that was replaced without the old one decides nothing. */
const waitMs = 24 * 60 * 60_000;
const statePlace = 'approver-secret';
const resetMark = '"status":"secret_reset"';

interface SecretReset {
  readonly at: string;
  /** Person who ran the command, with the operating system's user. */
  readonly by: string;
}

/** State of the approver's secret beside its hash, encrypted under the key of the memory. */
interface SecretState {
  readonly reset: SecretReset | null;
  /** Person who confirmed the secret of this reset; null until then. */
  readonly confirmedBy: string | null;
}

/** A reset of the approver's secret that is less than a day old and not confirmed. */
export interface SecretWait extends SecretReset {
  /** Time from which the new secret decides. */
  readonly until: string;
}

type WaitDesk = Pick<GateOptions, 'memory' | 'now'>;

/** Reads the state; undefined where none was written under the key of this memory. */
async function readSecretState({ approver, cipher }: ToolMemory): Promise<SecretState | undefined> {
  const stored = await approver.findState();
  if (stored === undefined) return undefined;
  try {
    // Authenticated encryption: what opens was written here.
    return JSON.parse(cipher.decrypt(stored, statePlace)) as SecretState;
  } catch {
    return undefined;
  }
}

export const sealSecretState = ({ cipher }: ToolMemory, state: SecretState): string =>
  cipher.encrypt(JSON.stringify(state), statePlace);

/** Tests if the desk has or had a secret, even if its hash was removed from the database. */
export const hasHadSecret = async ({ approver }: ToolMemory): Promise<boolean> =>
  (await approver.findState()) !== undefined;

/**
 * Finds a reset whose secret decides nothing yet. It is in the audit log and in the state of the secret, so that removing
 * one of them, or its key, shortens nothing; a confirmation counts in the sealed state only.
 */
export async function findSecretWait({ memory, now }: WaitDesk): Promise<SecretWait | undefined> {
  const state = await readSecretState(memory);
  const since = addMilliseconds(now(), -waitMs);
  const entries = (await memory.audit.listContaining({ texts: [resetMark], since })).map(readEntry);
  const confirmedAt = (state?.confirmedBy ?? null) === null ? undefined : state?.reset?.at;
  const resets = [...entries.map(({ at, who: by }) => ({ at, by: by ?? 'an unknown person' })), state?.reset ?? []]
    .flat()
    .filter(({ at }) => confirmedAt === undefined || at > confirmedAt)
    .toSorted((a, b) => a.at.localeCompare(b.at));
  const reset = resets.at(-1);
  if (reset === undefined) return undefined;
  const until = addMilliseconds(reset.at, waitMs);
  return until > now() ? { ...reset, until } : undefined;
}

interface NewReset {
  readonly by: string;
  /** Hash of the new secret. */
  readonly hash: string;
  readonly timeZone?: string | undefined;
  /** Sentence about what happened, for the audit log. */
  readonly summary: string;
}

/** Puts a new secret in place of a lost one, from which time on it waits. The audit log has it before it happens. */
export async function replaceLostSecret(desk: ApproverDesk, { by, hash, summary }: NewReset): Promise<SecretReset> {
  const { memory } = desk;
  const at = await readLatestTime(desk);
  const reset = { at, by };
  await auditApprover(
    { ...desk, now: () => at },
    { who: by, place: 'approvals secret', status: 'secret_reset', summary },
  );
  await memory.approver.reset(hash, sealSecretState(memory, { reset, confirmedBy: null }));
  return reset;
}

/** Reads the later of the clock and the newest entry of the audit log: a clock that is set back shortens no wait. */
async function readLatestTime({ memory, now }: WaitDesk): Promise<string> {
  const [newest] = await memory.audit.latest({ limit: 1 });
  return newest !== undefined && newest.at > now() ? newest.at : now();
}

/** Person who wants to use the secret, or to confirm it. */
interface SecretUse {
  /** True if the person signed in at an issuer, so that nothing rests on the secret. */
  readonly hasSignedIn?: boolean | undefined;
  /** When the passkey that signed was added; undefined if none did. */
  readonly passkeyAddedAt?: string | undefined;
}

/** Refuses what rests on a secret that was replaced without the old one, until its day is over or it is confirmed. */
export async function requireSecretInForce(
  desk: WaitDesk & { readonly timeZone?: string | undefined },
  { hasSignedIn = false, passkeyAddedAt }: SecretUse = {},
): Promise<void> {
  if (hasSignedIn) return;
  const wait = await findSecretWait(desk);
  if (wait === undefined || (passkeyAddedAt !== undefined && passkeyAddedAt < wait.at)) return;
  throw new WaybillError('REFUSED', `${describeSecretWait(wait, desk.timeZone)} Nothing was decided.`, {
    command: { words: 'approvals open', does: 'opens the page on which it is confirmed' },
  });
}

/** Describes until when the secret waits, and how it gets in force sooner. */
export function describeSecretWait({ at, by, until }: SecretWait, timeZone: string | undefined): string {
  const [resetAt, endsAt] = [at, until].map((time) => formatInstant(time, chooseDeskZone(timeZone, undefined)));
  return `The approver's secret was reset on ${resetAt} by ${by}, and decides nothing before ${endsAt}. To use it sooner, confirm it on the approvals page, with a passkey that was added before the reset or as another approver who signs in.`;
}

export interface SecretConfirmation extends SecretUse {
  /** Person who confirms, as the audit log names them. */
  readonly by: string;
  /** True if this person approves what others asked for, and isn't the one who reset the secret. */
  readonly isSecondApprover: boolean;
}

/** Puts the new secret in force at once, on the word of a person whom it doesn't vouch for. */
export async function confirmSecret(
  desk: ApproverDesk & { readonly timeZone?: string | undefined },
  { by, isSecondApprover, passkeyAddedAt }: SecretConfirmation,
): Promise<void> {
  const { memory } = desk;
  const wait = await findSecretWait(desk);
  if (wait === undefined) throw new WaybillError('CONFLICT', "The approver's secret is in force: nothing waits.");
  const hasEarlierPasskey = passkeyAddedAt !== undefined && passkeyAddedAt < wait.at;
  if (!hasEarlierPasskey && !isSecondApprover)
    throw new WaybillError(
      'REFUSED',
      'A passkey that was added before the reset confirms it, or another approver who signs in. Nothing was confirmed.',
    );
  await auditApprover(desk, {
    who: by,
    place: 'approvals page',
    status: 'secret_confirmed',
    summary: `The approver's secret that ${wait.by} reset was confirmed ${hasEarlierPasskey ? 'with an earlier passkey' : 'by a second approver'}.`,
  });
  await memory.approver.keepState(sealSecretState(memory, { reset: { at: wait.at, by: wait.by }, confirmedBy: by }));
}
