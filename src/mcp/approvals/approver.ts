import { randomBytes, timingSafeEqual } from 'node:crypto';
import { WaybillError } from '../../errors.ts';
import { sha256 } from '../../contract/kit/canonical.ts';
import type { Approval } from '../tool/context.ts';
import type { ToolMemory } from '../tool/memory.ts';
import { later } from '../run/call-facts.ts';
import { type ApproverDesk, auditApprover } from './approver-audit.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const letters = 20;

/** 100 random bits in letters that cannot be misread: `7K3M9-QXD2A-...`. Long enough that a plain hash keeps it safe. */
function newSecret(): string {
  // Not injected like other randomness: a secret that can be predicted is none.
  const text = [...randomBytes(letters)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return text.match(/.{5}/g)?.join('-') ?? text;
}

/** However it was typed: small letters, spaces and dashes do not matter. */
const hashOf = (secret: string): string => sha256(secret.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''));

/** The approver's secret, to be shown to a person once: only its hash is kept. Undefined where there is one already. */
export async function makeApproverSecret({ approver }: Pick<ToolMemory, 'approver'>): Promise<string | undefined> {
  const secret = newSecret();
  return (await approver.keep(hashOf(secret))) ? secret : undefined;
}

/** A new secret in place of the one that was typed, which has to be the approver's. */
export async function renewApproverSecret(desk: ApproverDesk, typed: string, who: string): Promise<string> {
  await requireApproverSecret(desk, typed, { who });
  const secret = newSecret();
  if (!(await desk.memory.approver.replace(hashOf(typed), hashOf(secret)))) throw wrongSecret();
  return secret;
}

interface Try {
  /** Whoever typed it, with the operating system's user. */
  readonly who: string;
  /** What was to be decided with it. */
  readonly approval?: Approval;
}

const triesMax = 5;
const triesLastMs = 10 * 60_000;
const tries = 'wrong-secret:';

/** Passes with the approver's secret only. Wrong ones are written down, and too many close this way for a while. */
export async function requireApproverSecret(desk: ApproverDesk, typed: string, asked: Try): Promise<void> {
  const { memory, now, newId } = desk;
  const key = `${tries}${newId()}`;
  // Counted first and compared then: of many tries at one moment none slips past the others.
  await memory.ledger.consume(key, { at: now(), expiresAt: later(now(), triesLastMs) });
  if ((await memory.ledger.count(tries, now())) > triesMax) {
    await auditTry(desk, asked, 'too_many_wrong_secrets');
    throw new WaybillError('REFUSED', 'Too many wrong secrets were typed here; nothing was decided. Wait 10 minutes.');
  }
  if (!(await isApproverSecret(memory, typed))) {
    await auditTry(desk, asked, 'wrong_secret');
    throw wrongSecret();
  }
  await memory.ledger.forget(key);
}

const wrongSecret = () => new WaybillError('REFUSED', "That is not the approver's secret; nothing was decided.");

async function isApproverSecret({ approver }: Pick<ToolMemory, 'approver'>, typed: string): Promise<boolean> {
  const kept = await approver.hash();
  return kept !== undefined && timingSafeEqual(Buffer.from(kept), Buffer.from(hashOf(typed)));
}

const auditTry = (desk: ApproverDesk, { who, approval }: Try, status: string): Promise<void> =>
  auditApprover(desk, {
    who,
    place: 'approvals secret',
    status,
    summary: `The approver's secret was not known: ${approval?.plan.title ?? 'nothing was changed'}`,
    approval,
  });
