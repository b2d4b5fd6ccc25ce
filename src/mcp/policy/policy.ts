import type { Gate } from '../../contract/kit/operation.ts';
import type { Refusal } from '../../domain/kit/refusals.ts';
import type { OpenHours } from '../../domain/bounds/open-hours.ts';
import type { MoneyKind, MoneyLimit } from '../../domain/bounds/money-limits.ts';
import { builtInRules, type DeskRules } from '../../domain/kit/desk-rules.ts';
import { builtInRoles, type Roles } from './roles.ts';

/** What one kind of money may come to, and what becomes of a call that goes above it. */
export interface PolicyLimit extends MoneyLimit {
  readonly kind: MoneyKind;
  /** Refused, or approved by a person. */
  readonly above: 'refuse' | 'approve';
}

/** What the desk allows without asking further; gates here only make things stricter or turn an `off` tool on. */
export interface Policy {
  /** One clean bill up to this is confirmed, above it or several at once are approved. Any currency. */
  readonly cleanBillLimitCents: number;
  /** Of money that leaves: what one person confirms in clients' forms in a day, and what is confirmed so for one payee; above it is approved. */
  readonly confirmPerDayCents: number;
  /** What one yes may promise carriers and vendors; above it, and above ten times it in a person's day, is approved. */
  readonly bookingLimitCents: number;
  readonly batchMax: number;
  /** Fraction of revenue: 0.08 is 8 %. */
  readonly marginFloor: number;
  /** The one who approves must not be the one who asked. */
  readonly separationOfDuties: boolean;
  /** Off for clients that answer their own forms: then what is to be confirmed is approved at a terminal. */
  readonly confirmInClient: boolean;
  /** What the desk holds carriers, bills, trucks and customers to. */
  readonly rules: DeskRules;
  /** Who alone may approve, by tool, by operation, and under `*` at all; a plan needs somebody who is named by each that it has. */
  readonly approvers: Readonly<Record<string, readonly string[]>>;
  /** What is refused otherwise, and a person may approve here with a reason. */
  readonly exceptions: readonly Refusal[];
  /** What those may do who sign in over HTTP, by the name of the role. */
  readonly roles: Roles;
  /** What calls and days may move, by the tool or operation that the file names; each bounds all of its kind of money. */
  readonly limits: Readonly<Record<string, PolicyLimit>>;
  /** When something may be written, by tool, by operation, and under `*` at all; each that a plan has must be open. */
  readonly hours: Readonly<Record<string, readonly OpenHours[]>>;
  /** Mail goes to these domains and those within them only; null where it may go anywhere. */
  readonly mailDomains: readonly string[] | null;
  /** Whether the API answers a repeated Idempotency-Key with its first answer; null where its answers have to show it. */
  readonly keepsKeys: boolean | null;
  /** Calls of tools by one person, in each process; null where they are not counted. */
  readonly callsPerMinute: number | null;
  readonly gates: Readonly<Record<string, Gate>>;
  readonly operations: Readonly<Record<string, Gate>>;
}

/** In `approvers` and `hours`: whatever it is. */
export const everything = '*';

/** What a day's confirmations may add up to, unless a policy says otherwise. */
export const cleanBillsPerDay = 10;
export const bookingsPerDay = 10;

export const builtInPolicy: Policy = {
  cleanBillLimitCents: 300_000,
  confirmPerDayCents: cleanBillsPerDay * 300_000,
  bookingLimitCents: 1_000_000,
  batchMax: 100,
  marginFloor: 0.08,
  separationOfDuties: false,
  confirmInClient: true,
  rules: builtInRules,
  approvers: {},
  exceptions: [],
  roles: builtInRoles,
  limits: {},
  hours: {},
  mailDomains: null,
  keepsKeys: null,
  callsPerMinute: null,
  gates: {},
  operations: {},
};

export const strictness: Readonly<Record<Gate, number>> = { none: 0, audit: 1, confirm: 2, approve: 3, off: 4 };

export const stricter = <Left extends Gate, Right extends Gate>(left: Left, right: Right): Left | Right =>
  strictness[left] >= strictness[right] ? left : right;

/** The gate of a tool under the policy: the override where there is one. */
export function gateOfTool(policy: Policy, name: string, usual: Gate): Gate {
  return policy.gates[name] ?? usual;
}

/** Who alone may approve what has one of these names of tools and operations. */
export function approversOf(
  { approvers }: Policy,
  names: readonly string[],
): readonly { readonly name: string; readonly people: readonly string[] }[] {
  return [...new Set([everything, ...names])].flatMap((name) => {
    const people = approvers[name];
    return people ? [{ name: name === everything ? 'anything' : name, people }] : [];
  });
}
