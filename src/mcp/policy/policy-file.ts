import * as z from 'zod';
import type { Gate } from '../../contract/kit/operation.ts';
import { suggestName } from '../../domain/kit/nearest-names.ts';
import { refusalNames } from '../../domain/kit/refusals.ts';
import { WaybillError } from '../../errors.ts';
import { RolesFile, buildRoles } from './roles-file.ts';
import { HoursFile, LimitsFile, limitsOf, MailDomainsFile } from './bounds-file.ts';
import type { MoneyKind } from '../../domain/bounds/money-limits.ts';
import { moneyKindOf } from './money-kinds.ts';
import { PrincipalWord } from './principal-word.ts';
import { RulesFile, rulesOf } from './rules-file.ts';
import { builtInPolicy, cleanBillsPerDay, everything, type Policy, strictness } from './policy.ts';

const GateOverride = z.enum(['audit', 'confirm', 'approve', 'off']);

/** The policy file; amounts are in dollars as people write them. */
export const PolicyFile = z.strictObject({
  cleanBillLimit: z.number().min(0).max(1_000_000).multipleOf(0.01).optional(),
  confirmPerDay: z.number().min(0).max(10_000_000).multipleOf(0.01).optional(),
  bookingLimit: z.number().min(0).max(1_000_000).multipleOf(0.01).optional(),
  batchMax: z.int().min(1).max(100).optional(),
  marginFloor: z.number().min(0).max(1).optional(),
  separationOfDuties: z.boolean().optional(),
  confirmInClient: z.boolean().optional(),
  rules: RulesFile.optional(),
  approvers: z.record(z.string(), z.array(PrincipalWord(120)).min(1).max(50)).optional(),
  exceptions: z.array(z.enum(refusalNames)).max(refusalNames.length).optional(),
  roles: RolesFile.optional(),
  limits: LimitsFile.optional(),
  hours: HoursFile.optional(),
  mailDomains: MailDomainsFile.optional(),
  api: z.strictObject({ idempotencyKeys: z.boolean().optional() }).optional(),
  callsPerMinute: z.int().min(1).max(100_000).optional(),
  gates: z.record(z.string(), GateOverride).optional(),
  operations: z.record(z.string(), GateOverride).optional(),
});

/** What the policy may name: each tool and operation with its usual gate. */
export interface Gated {
  readonly tools: ReadonlyMap<string, Gate>;
  readonly operations: ReadonlyMap<string, Gate>;
  /** The tools of each toolset that can be turned off as a whole. */
  readonly toolsets: ReadonlyMap<string, readonly string[]>;
  /** Which money tools move, of those that move one kind of it. */
  readonly moves: ReadonlyMap<string, MoneyKind>;
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
  const { cleanBillLimit, confirmPerDay, bookingLimit, rules, roles, limits = {}, api, ...file } = parseFile(text);
  const limitCents = centsOf(cleanBillLimit) ?? builtInPolicy.cleanBillLimitCents;
  const gates = gatesOf(file.gates ?? {}, known.toolsets);
  refuseWeaker('gates', gates, known.tools, known.toolsets.keys());
  refuseWeaker('operations', file.operations ?? {}, known.operations);
  refuseUnknownNames('approvers', file.approvers ?? {}, known);
  refuseUnknownNames('hours', file.hours ?? {}, known);
  refuseReading('hours', file.hours ?? {}, known);
  return {
    ...builtInPolicy,
    separationOfDuties,
    ...file,
    gates,
    operations: file.operations ?? {},
    keepsKeys: api?.idempotencyKeys ?? null,
    rules: rulesOf(rules),
    roles: buildRoles(roles, known.tools),
    limits: limitsOf(limits, (name) => moneyKindOf(name) ?? known.moves.get(name)),
    cleanBillLimitCents: limitCents,
    confirmPerDayCents: centsOf(confirmPerDay) ?? cleanBillsPerDay * limitCents,
    bookingLimitCents: centsOf(bookingLimit) ?? builtInPolicy.bookingLimitCents,
  } as Policy;
}

const centsOf = (dollars: number | undefined) => (dollars === undefined ? undefined : Math.round(dollars * 100));

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

/** A toolset that is off stands for each of its tools; one that is named by itself keeps what is said of it. */
function gatesOf(named: Policy['gates'], toolsets: Gated['toolsets']): Policy['gates'] {
  const sets = Object.entries(named).filter(([name]) => toolsets.has(name));
  const softer = sets.find(([, gate]) => gate !== 'off');
  if (softer !== undefined)
    throw new WaybillError(
      'CONFIGURATION',
      `WAYBILL_POLICY: "gates.${softer[0]}" is a toolset: only "off" is possible.`,
    );
  const off = sets.flatMap(([name]) => (toolsets.get(name) ?? []).map((tool) => [tool, 'off'] as const));
  const own = Object.entries(named).filter(([name]) => !toolsets.has(name));
  return Object.fromEntries([...off, ...own]);
}

/** `groups` are the names of the section that stand for several. */
function refuseWeaker(
  section: string,
  overrides: Readonly<Record<string, Gate>>,
  usual: ReadonlyMap<string, Gate>,
  groups: Iterable<string> = [],
): void {
  for (const [name, gate] of Object.entries(overrides)) {
    const own = usual.get(name);
    const where = `WAYBILL_POLICY: "${section}.${name}"`;
    if (own === undefined) throw buildUnknownName(where, name, [...usual.keys(), ...groups]);
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

function refuseUnknownNames(section: string, named: object, { tools, operations }: Gated): void {
  const unknown = Object.keys(named).find((name) => name !== everything && !tools.has(name) && !operations.has(name));
  if (unknown !== undefined)
    throw buildUnknownName(`WAYBILL_POLICY: "${section}.${unknown}"`, unknown, [...tools.keys(), ...operations.keys()]);
}

const buildUnknownName = (where: string, name: string, names: readonly string[]): WaybillError =>
  new WaybillError('CONFIGURATION', `${where} names nothing that exists${suggestName(name, names)}.`);

function refuseReading(section: string, named: object, { tools, operations }: Gated): void {
  const reading = Object.keys(named).find((name) => (tools.get(name) ?? operations.get(name)) === 'none');
  if (reading !== undefined)
    throw new WaybillError('CONFIGURATION', `WAYBILL_POLICY: "${section}.${reading}" only reads, and is not limited.`);
}
