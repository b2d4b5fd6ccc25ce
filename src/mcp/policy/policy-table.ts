import * as z from 'zod';
import type { OpenHours } from '../../domain/limits/open-hours.ts';
import { deskRules } from '../../domain/kit/desk-rules.ts';
import { type Refusal, refusalNames, refusals } from '../../domain/text/refusals.ts';
import { HoursFile, LimitsFile, MailDomainsFile, type PolicyLimit, toLimits } from './limits-file.ts';
import { formatAllHours, formatLimits } from './limits-file.ts';
import {
  buildOperationGates,
  buildToolGates,
  type Gates,
  GatesFile,
  listWeakerGates,
  refuseReading,
  refuseUnknownNames,
} from './gates-file.ts';
import { declareEntry, declareLimit } from './policy-entry.ts';
import { createPrincipalSchema } from './principal-word.ts';
import { listLooserRoles } from './role-loosenings.ts';
import { RolesFile, buildRoles } from './roles-file.ts';
import { builtInRoles, formatRole, type Roles } from './roles.ts';

const listEntries = (entries: object): string =>
  Object.entries(entries)
    .map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
    .join('; ') || 'none';

const dollars = { form: 'number', unit: 'dollars', looser: 'higher' } as const;

const limitsOfYes = {
  cleanBillLimitCents: declareLimit(
    {
      ...dollars,
      name: 'cleanBillLimit',
      builtIn: 3000,
      largest: 1_000_000,
      meaning: 'one clean bill is confirmed up to',
      explanation:
        'One clean bill up to this amount, in any currency, needs a confirmation instead of an approval. Above it, or for several at once, an approval is needed.',
    },
    'yes',
  ),
  confirmPerDayCents: declareLimit(
    {
      ...dollars,
      name: 'confirmPerDay',
      builtIn: 30_000,
      follows: { name: 'cleanBillLimit', times: 10 },
      largest: 10_000_000,
      meaning: 'money out that one person confirms in a day',
      explanation:
        "Money that leaves: how much one person may confirm in their client in a day, and how much may be confirmed for one payee. Above it, an approval is needed. What customers pay or are billed doesn't count, but a single customer payment above it needs an approval too. Booked carriers count for `bookingLimit`. The day is the desk's.",
    },
    'yes',
  ),
  bookingLimitCents: declareLimit(
    {
      ...dollars,
      name: 'bookingLimit',
      builtIn: 10_000,
      largest: 1_000_000,
      meaning: 'what one yes may promise carriers and vendors',
      explanation:
        'How much one yes may promise to carriers and vendors: all bookings and services of one call, in any currency. Above it, an approval is needed, and also once a person has promised more than ten times as much in a day in their client.',
    },
    'yes',
  ),
  batchMax: declareLimit(
    {
      form: 'number',
      unit: 'count',
      name: 'batchMax',
      builtIn: 100,
      smallest: 1,
      largest: 100,
      looser: 'higher',
      meaning: 'most records in one batch',
    },
    'yes',
  ),
  /** Fraction of revenue: 0.08 is 8 %. */
  marginFloor: declareLimit(
    {
      form: 'number',
      unit: 'fraction',
      name: 'marginFloor',
      builtIn: 0.08,
      largest: 1,
      looser: 'lower',
      meaning: 'lowest margin without an approval',
      explanation: 'Below this margin, prices get a warning and bookings need an approval.',
    },
    'yes',
  ),
};

const people = {
  /** True if the approver must be someone other than the requester. */
  separationOfDuties: declareLimit(
    {
      form: 'switch',
      name: 'separationOfDuties',
      builtIn: false,
      looser: 'off',
      meaning: 'someone other than the requester approves',
      explanation:
        '`true`: an approval needs someone other than the requester, by name and by operating system user. Built in as `true` with `WAYBILL_SIGN_IN`.',
    },
    'people',
  ),
  confirmInClient: declareLimit(
    {
      form: 'switch',
      name: 'confirmInClient',
      builtIn: true,
      looser: 'never',
      meaning: "a client's form counts as asking a person",
      explanation:
        '`false`: what would be confirmed in the client waits as an approval. Use it for clients that answer their own forms.',
    },
    'people',
  ),
  /** True if the approvals page offers to execute an approved plan. */
  executeOnPage: declareLimit(
    {
      form: 'switch',
      name: 'executeOnPage',
      builtIn: true,
      looser: 'never',
      meaning: 'the approvals page executes approved plans',
      explanation:
        '`true`: whoever may approve a plan can execute it on the approvals page once it is approved. `false`: only the assistant executes it. Either way a plan is executed once.',
    },
    'people',
  ),
  approvers: declareEntry<Readonly<Record<string, readonly string[]>>, z.ZodType<Record<string, string[]>>>({
    name: 'approvers',
    section: 'people',
    meaning: 'who may approve what',
    explanation:
      "The only people who may approve, under a tool (`pay_bills`), an operation (`billPayments.create`, whichever tool uses it) or `*` (anything). They are compared with the name given with `--as` or on the page, or the operating system user. A form in the client isn't enough then. A plan needs someone from each entry that applies. See [what an approver entry covers](#what-an-approver-entry-covers).",
    builtInText: 'anyone',
    looserText: null,
    schema: z.record(z.string(), z.array(createPrincipalSchema(120)).min(1).max(50)),
    builtIn: {},
    toValue(stated, { gated }) {
      refuseUnknownNames('approvers', stated, gated);
      return stated;
    },
    formatValue: listEntries,
    // Naming approvers only narrows who may say yes.
    listLoosenings: () => [],
  }),
  roles: declareEntry<Roles, typeof RolesFile>({
    name: 'roles',
    section: 'people',
    meaning: 'signed in over HTTP',
    explanation: 'What people who sign in over HTTP may do; see [sign-in.md](../sign-in.md#roles)',
    builtInText: Object.keys(builtInRoles)
      .map((name) => `\`${name}\``)
      .join(', '),
    looserText: 'a built-in role that may do more, or a role that may do more than each built-in one',
    schema: RolesFile,
    builtIn: builtInRoles,
    toValue: (stated, { gated }) => buildRoles(stated, gated.tools),
    formatValue: (roles) => Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, formatRole(role)])),
    listLoosenings: (roles, usual, gated) => listLooserRoles(roles, usual, gated),
  }),
  gates: declareEntry<Gates, typeof GatesFile>({
    name: 'gates',
    section: 'people',
    meaning: 'gates of tools that differ',
    explanation:
      "A gate for each named tool. `off` takes a tool away. A toolset (`billing`, `payables` and so on, not `control`) stands for its tools, except those that are named themselves. Turning off a tool doesn't turn off what it does: use `operations` for that.",
    builtInText: 'none',
    looserText: 'turning on a tool that is off',
    schema: GatesFile,
    builtIn: {},
    toValue: (stated, { gated }) => buildToolGates(stated, gated),
    formatValue: listEntries,
    listLoosenings: (gates, _usual, { tools }) => listWeakerGates('gates', gates, tools),
  }),
  operations: declareEntry<Gates, typeof GatesFile>({
    name: 'operations',
    section: 'people',
    meaning: 'gates of operations that differ',
    explanation:
      'A gate for each named API operation, for every tool and for `api_write`, and for the operations that `approvers` treats as the same',
    builtInText: 'none',
    looserText: 'turning on an operation that is off',
    schema: GatesFile,
    builtIn: {},
    toValue: (stated, { gated }) => buildOperationGates(stated, gated),
    formatValue: listEntries,
    listLoosenings: (gates, _usual, { operations }) => listWeakerGates('operations', gates, operations),
  }),
  exceptions: declareEntry<readonly Refusal[], z.ZodType<Refusal[]>>({
    name: 'exceptions',
    section: 'people',
    meaning: 'REFUSED otherwise, and approved here with a reason',
    explanation:
      'Refusals that a person may approve with a reason, which the audit log keeps. For bookings: `carrier_do_not_use`, `carrier_not_on_board`, `insurance_ends_early`. For payments: `factored_to_other`, to pay the carrier itself, or another factor that the bill or an active payment method of the carrier names.',
    builtInText: 'none',
    looserText: 'each entry',
    schema: z.array(z.enum(refusalNames)).max(refusalNames.length),
    builtIn: [],
    toValue: (stated) => stated,
    formatValue: (exceptions) => exceptions.join(', ') || 'none',
    listLoosenings: (exceptions) =>
      exceptions.map((name) => `exceptions allows ${name}: ${refusals[name]} (built in: refused)`),
  }),
};

const permissions = {
  limits: declareEntry<Readonly<Record<string, PolicyLimit>>, typeof LimitsFile>({
    name: 'limits',
    section: 'permissions',
    meaning: 'what may be moved, in each currency',
    explanation:
      "How much may move, under a tool (`pay_bills`) or an operation (`billPayments.create`): `perCall`, `perDay` (everyone, all processes, the desk's day) and `perPayee` (in a day), in dollars. Each other currency has the same limit of its own. `above`: `refuse`, or `approve` for a person's approval. See [limits of money](#limits-of-money).",
    builtInText: 'none',
    looserText: null,
    schema: LimitsFile,
    builtIn: {},
    toValue: (stated, { findKind }) => toLimits(stated, findKind),
    formatValue: formatLimits,
    listLoosenings: () => [],
  }),
  hours: declareEntry<Readonly<Record<string, readonly OpenHours[]>>, typeof HoursFile>({
    name: 'hours',
    section: 'permissions',
    meaning: 'when something may be written',
    explanation:
      "When something may be written: spans under a tool, an operation or `*`, as for `approvers`. Each has `days` (`mon` to `sun`), `from` and `to` by the clock of the desk's zone; `24:00` is the end of the day, and a `to` before `from` is on the next day. All entries that apply have to be open. Outside them a write is refused before anyone is asked, with the time when they begin. An approved plan waits for the next span, and what has begun is finished. Reading is never limited.",
    builtInText: 'always',
    looserText: null,
    schema: HoursFile,
    builtIn: {},
    toValue(stated, { gated }) {
      refuseUnknownNames('hours', stated, gated);
      refuseReading('hours', stated, gated);
      return stated;
    },
    formatValue: formatAllHours,
    listLoosenings: () => [],
  }),
  /** Mail goes to these domains and those within them only; null where it may go anywhere. */
  mailDomains: declareEntry<readonly string[] | null, typeof MailDomainsFile>({
    name: 'mailDomains',
    section: 'permissions',
    meaning: 'where mail may go, subdomains included',
    explanation:
      'The only domains that mail may go to, with their subdomains (`acme.com` includes `ap.acme.com`). Capitals and other scripts make no difference. An address elsewhere, in copy too, is refused by name before anyone is asked, and checked again before the mail leaves.',
    builtInText: 'anywhere',
    looserText: null,
    schema: MailDomainsFile,
    builtIn: null,
    toValue: (stated) => stated,
    formatValue: (domains) => domains?.join(', ') ?? 'anywhere',
    listLoosenings: () => [],
  }),
  /** Calls of tools by one person, in each process; null where they are not counted. */
  callsPerMinute: declareLimit(
    {
      form: 'number',
      unit: 'count',
      name: 'callsPerMinute',
      builtIn: null,
      whenNull: 'any number',
      smallest: 1,
      largest: 100_000,
      looser: 'never',
      meaning: 'calls of tools by one person, in each process',
      explanation:
        "How many tool calls a person or program may make in a minute, counted in each process. Above it, the answer says when to go on. It keeps one program from using up the API's limit.",
    },
    'permissions',
  ),
  /** True if the API answers a repeated Idempotency-Key with its first answer; null if its answers have to show it. */
  keepsKeys: declareLimit(
    {
      form: 'switch',
      name: 'api.idempotencyKeys',
      builtIn: null,
      whenNull: 'as its answers show',
      looser: 'on',
      meaning: 'the API answers a repeated key with its first answer',
      explanation:
        "Whether the brokerage API answers a repeated `Idempotency-Key` with its first answer. Leave it out, and Waybill finds out from the API's answers; see [when an answer is lost](../operations/lost-answers.md).",
    },
    'permissions',
  ),
};

/** Every member of the policy file, by the name that it has in code. */
export const policyTable = { ...limitsOfYes, ...people, ...permissions, rules: deskRules };
