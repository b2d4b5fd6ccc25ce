import type { FieldGate } from '../../contract/kit/gate.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import { WaybillError } from '../../errors.ts';
import type { ApiCapabilities, CapabilityVerdict } from './api-capabilities.ts';
import { isObject } from '../responses/json-object.ts';

export const isWriting = ({ effect, method }: Operation): boolean =>
  effect !== 'read' || method === 'PATCH' || method === 'DELETE';

/**
 * Tests if sending a write twice does no harm even if the API ignores its key: a change sets the same values again, a
 * deleted record stays deleted, and a record with a client key is created only once. Money and mail never.
 */
export function isRepeatableWithoutKey(
  { effect, method, errors }: Operation,
  input: Readonly<Record<string, unknown>>,
): boolean {
  if (effect === 'money' || effect === 'mail') return false;
  if (method === 'PATCH' || method === 'DELETE') return true;
  return typeof input['key'] === 'string' && errors.includes('DUPLICATE_KEY');
}

/** A change that has just succeeded, which the same request under the same key may follow. */
export interface MadeChange {
  readonly name: string;
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
  /** Sends the change again under its key, with another input. */
  readonly repeat: (
    input: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly isReplay: boolean; readonly answer: unknown }>;
}

/**
 * Repeats a change under its key with one more field, at the value that the API has just returned for it, so that nothing
 * changes if the API ignores the key. A refusal that names the key, or the first answer again, proves that it does not.
 */
export async function proveKeys(capabilities: ApiCapabilities, change: MadeChange): Promise<void> {
  const { name, operation, input, answer, repeat } = change;
  const learn = (verdict: CapabilityVerdict, evidence: string) =>
    capabilities.learn('Idempotency-Key', verdict, evidence);
  if (operation.method !== 'PATCH' || operation.effect !== 'write' || !isObject(answer)) return;
  const field = findUnsentField(operation, input, answer);
  if (field === undefined) return;
  try {
    const repeated = await repeat({ ...input, [field]: answer[field] });
    if (repeated.isReplay) return await learn('proven', `${name} was answered with the first answer again`);
    const isLater = isLaterVersion(answer, repeated.answer);
    await learn(
      isLater ? 'disproved' : 'unknown',
      isLater
        ? `${name} ran a second time under the same key`
        : `${name} succeeded twice under the same key, and the answers don't show whether it ran twice`,
    );
  } catch (error) {
    if (!(error instanceof WaybillError) || error.isOpen) return;
    if (isAboutKey(error)) return learn('proven', `${name} under a used key was refused with ${error.code}`);
    if (error.code !== 'RATE_LIMIT_EXCEEDED')
      await learn('unknown', `${name} was refused when repeated (${error.code}), but not because of its key`);
  }
}

/** Finds a field that the request left out and the API returned, and whose change needs no approval. */
function findUnsentField(
  { body, fieldGates = {} }: Operation,
  input: Readonly<Record<string, unknown>>,
  answer: Readonly<Record<string, unknown>>,
): string | undefined {
  const shape = body !== undefined && 'shape' in body ? Object.keys(body.shape as object) : [];
  const isUsable = (field: string) => {
    const type = typeof answer[field];
    const isPlain = type === 'string' || type === 'boolean' || answer[field] === null;
    return isPlain && field !== 'key' && input[field] === undefined && isFree(fieldGates[field]);
  };
  // Somebody may have changed it a moment ago: a field that takes an approval is never set back on the way.
  const usable = shape.filter(isUsable);
  return usable.find((field) => answer[field] !== null) ?? usable[0];
}

const isFree = (gate: FieldGate | undefined): boolean => gate === undefined || gate === 'none' || gate === 'audit';

function isLaterVersion(first: unknown, second: unknown): boolean {
  const [before, after] = [first, second].map((answer) => (isObject(answer) ? answer['updatedAt'] : undefined));
  return typeof before === 'string' && typeof after === 'string' && Date.parse(after) > Date.parse(before);
}

const isAboutKey = ({ message, details }: WaybillError): boolean =>
  [message, ...details.flatMap((detail) => [detail.field, detail.message])].some((text) => /idempot/i.test(text));
