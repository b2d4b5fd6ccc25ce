import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../text/canonical.ts';
import type { ToolMemory } from '../tool/memory.ts';

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

/** A new secret in place of the one that was typed; undefined when that is not the approver's. */
export async function renewApproverSecret(
  { approver }: Pick<ToolMemory, 'approver'>,
  typed: string,
): Promise<string | undefined> {
  const secret = newSecret();
  return (await approver.replace(hashOf(typed), hashOf(secret))) ? secret : undefined;
}

export async function isApproverSecret({ approver }: Pick<ToolMemory, 'approver'>, typed: string): Promise<boolean> {
  const kept = await approver.hash();
  return kept !== undefined && timingSafeEqual(Buffer.from(kept), Buffer.from(hashOf(typed)));
}
