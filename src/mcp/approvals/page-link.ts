import { randomBytes } from 'node:crypto';
import { sha256 } from '../../contract/kit/canonical.ts';
import { WaybillError } from '../../errors.ts';
import { addMilliseconds } from '../run/call-details.ts';
import type { Approver } from './approver-name.ts';
import { type ApproverDesk, auditApprover } from './approver-audit.ts';

const linkLivesMs = 2 * 60_000;
const tokenBytes = 32;

const toLinkKey = (hash: string) => `page-link:${hash}`;

/**
 * Creates the secret part of a link that signs one person in once. Only its hash and the person are stored, encrypted.
 */
export async function makePageLink({ memory, now }: ApproverDesk, approver: Approver): Promise<string> {
  // Not injected like other randomness: a link that can be predicted is none.
  const token = randomBytes(tokenBytes).toString('base64url');
  const key = toLinkKey(sha256(token));
  const body = memory.cipher.encrypt(JSON.stringify(approver), key);
  await memory.pages.keep({ key, body, at: now(), expiresAt: addMilliseconds(now(), linkLivesMs) });
  return token;
}

/** Returns the approver whom a link signs in. Only the first visit gets in. */
export async function redeemPageLink(desk: ApproverDesk, token: string, user: string): Promise<Approver> {
  const { memory, now } = desk;
  const key = toLinkKey(sha256(token));
  const stored = await memory.pages.find(key, now());
  if (stored === undefined) throw await refuseLink(desk, user, 'link_unknown', 'It is not known, or is over.');
  const times = { at: now(), expiresAt: addMilliseconds(now(), linkLivesMs) };
  if (!(await memory.ledger.consume(`used-${key}`, times)))
    throw await refuseLink(desk, user, 'link_replayed', 'It was used before.');
  // Authenticated encryption: what opens is what makePageLink wrote.
  return JSON.parse(memory.cipher.decrypt(stored.body, key)) as Approver;
}

async function refuseLink(desk: ApproverDesk, actor: string, status: string, why: string): Promise<WaybillError> {
  await auditApprover(desk, {
    who: actor,
    place: 'approvals page',
    status,
    summary: `A link to the page was refused: ${why}`,
  });
  return new WaybillError('REFUSED', `This link doesn't sign you in. ${why} Links live 2 minutes and work once.`, {
    command: { words: 'approvals open', does: 'makes another one' },
  });
}
