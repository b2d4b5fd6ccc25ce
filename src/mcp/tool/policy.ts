import { z } from 'zod';
import type { Gate } from '../../contract/kit/operation.ts';
import { WaybillError } from '../../errors.ts';

/** What the desk allows without asking further; gates here only make things stricter or turn an `off` tool on. */
export interface Policy {
  /** One clean bill up to this is confirmed, above it or several at once are approved. Any currency. */
  readonly cleanBillLimitCents: number;
  readonly batchMax: number;
  /** Fraction of revenue: 0.08 is 8 %. */
  readonly marginFloor: number;
  /** The one who approves must not be the one who asked. */
  readonly separationOfDuties: boolean;
  readonly gates: Readonly<Record<string, Gate>>;
  readonly operations: Readonly<Record<string, Gate>>;
}

export const builtInPolicy: Policy = {
  cleanBillLimitCents: 300_000,
  batchMax: 100,
  marginFloor: 0.08,
  separationOfDuties: false,
  gates: {},
  operations: {},
};

const GateOverride = z.enum(['audit', 'confirm', 'approve', 'off']);

/** The policy file; amounts are in dollars as people write them. */
export const PolicyFile = z.strictObject({
  cleanBillLimit: z.number().min(0).max(1_000_000).multipleOf(0.01).optional(),
  batchMax: z.int().min(1).max(100).optional(),
  marginFloor: z.number().min(0).max(1).optional(),
  separationOfDuties: z.boolean().optional(),
  gates: z.record(z.string(), GateOverride).optional(),
  operations: z.record(z.string(), GateOverride).optional(),
});

const strictness: Readonly<Record<Gate, number>> = { none: 0, audit: 1, confirm: 2, approve: 3, off: 4 };

export const stricter = <Left extends Gate, Right extends Gate>(left: Left, right: Right): Left | Right =>
  strictness[left] >= strictness[right] ? left : right;

/** What the policy may name: each tool and operation with its usual gate. */
export interface Gated {
  readonly tools: ReadonlyMap<string, Gate>;
  readonly operations: ReadonlyMap<string, Gate>;
}

export interface PolicySource {
  /** JSON text of the file, or undefined for the built-in policy. */
  readonly text: string | undefined;
  readonly known: Gated;
  /** What separation of duties is when the file is silent: on over HTTP with an issuer, off on stdio. */
  readonly separationOfDuties: boolean;
}

/** Reads the policy; anything not understood ends the start with one sentence. */
export function loadPolicy({ text, known, separationOfDuties }: PolicySource): Policy {
  if (text === undefined) return { ...builtInPolicy, separationOfDuties };
  const { cleanBillLimit, ...file } = parseFile(text);
  refuseWeaker('gates', file.gates ?? {}, known.tools);
  refuseWeaker('operations', file.operations ?? {}, known.operations);
  return {
    ...builtInPolicy,
    separationOfDuties,
    ...file,
    gates: file.gates ?? {},
    operations: file.operations ?? {},
    cleanBillLimitCents:
      cleanBillLimit === undefined ? builtInPolicy.cleanBillLimitCents : Math.round(cleanBillLimit * 100),
  } as Policy;
}

function parseFile(text: string): z.output<typeof PolicyFile> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new WaybillError('CONFIGURATION', 'WAYBILL_POLICY: the policy file is not valid JSON.', { cause });
  }
  const parsed = PolicyFile.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? `"${issue.path.join('.')}": ` : '';
  throw new WaybillError('CONFIGURATION', `WAYBILL_POLICY: ${where}${issue?.message ?? 'not understood'}.`);
}

function refuseWeaker(
  section: string,
  overrides: Readonly<Record<string, Gate>>,
  usual: ReadonlyMap<string, Gate>,
): void {
  for (const [name, gate] of Object.entries(overrides)) {
    const own = usual.get(name);
    const where = `WAYBILL_POLICY: "${section}.${name}"`;
    if (own === undefined) throw new WaybillError('CONFIGURATION', `${where} names nothing that exists.`);
    if (own === 'none' && gate !== 'off') {
      throw new WaybillError('CONFIGURATION', `${where}: reading needs no gate; only "off" is possible.`);
    }
    const isTurnedOn = own === 'off' && gate === 'approve';
    if (!isTurnedOn && strictness[gate] < strictness[own]) {
      const allowed = own === 'off' ? '"approve"' : `"${own}" or stricter`;
      throw new WaybillError('CONFIGURATION', `${where}: "${gate}" is weaker than the built-in gate; use ${allowed}.`);
    }
  }
}

/** The gate of a tool under the policy: the override where there is one. */
export function gateOfTool(policy: Policy, name: string, usual: Gate): Gate {
  return policy.gates[name] ?? usual;
}
