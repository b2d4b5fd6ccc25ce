import * as z from 'zod';
import { catalogue, type CatalogueEntry, fieldsAskingFor } from '../../src/contract/catalogue.ts';
import type { Gate } from '../../src/contract/kit/operation.ts';
import { WaybillError } from '../../src/errors.ts';
import { maskAccounts } from '../../src/mcp/text/mask-accounts.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { gateOfCall } from '../../src/mcp/gate/operation-gate.ts';
import type { PlanDraft, PlanGate, StepOutcome } from '../../src/mcp/tool/plan.ts';
import { stricter } from '../../src/mcp/tool/policy.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { operationEntry } from './catalogue-call.ts';
import { batchItems, nothingDone } from '../records/batch-outcome.ts';
import { namedRecords, planRecordOf } from '../records/named-records.ts';
import { currentRecord, resourceOf } from './current-record.ts';
import { describeRecord, friendlyOf, type NamedRecord, titleName } from '../records/record-names.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import { defaultFields, freeTextPointers, project, withoutOddNames } from '../records/raw-data.ts';
import { firstOf, type PlanPart } from '../plans/plan-part.ts';
import { brief, concerns, formerValues, inputLines, moneyOf, valueChanges } from '../plans/raw-plan.ts';
import { applicationsPlan } from '../plans/applications.ts';
import { appliedMoney } from '../plans/applied-money.ts';
import { billFindings } from '../plans/bill-findings.ts';
import { bookingPlan } from '../plans/booking-plan.ts';
import { callConcerns } from '../plans/call-concerns.ts';
import { copyResult, isCopy } from '../plans/copy-plan.ts';
import { bindingCost, createdCharges } from '../plans/created-charges.ts';
import { freightPlan } from '../plans/freight-plan.ts';
import { invoiceResult, invoicingPlan, isInvoiced, withInvoiceNumbers } from '../plans/invoicing-plan.ts';
import { mailPlan } from '../plans/mail-plan.ts';
import { resolveInput } from './resolve-input.ts';
import { twinPlan } from '../plans/twins.ts';
import { undoOf, undoOfAnswer } from '../plans/undo.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a record made here begins as, where the API by itself would begin otherwise. */
const beginnings: Readonly<Record<string, Json>> = { 'carriers.create': { status: 'PENDING' } };

const beginning = (name: string): readonly string[] =>
  name === 'carriers.create'
    ? ['A new carrier begins PENDING: it is vetted first, and carriers.update makes it ACTIVE after an approval.']
    : [];

const creating: ReadonlySet<string> = new Set(
  catalogue()
    .filter(({ operation }) => operation.status === 201)
    .map(({ name }) => name),
);
const isCreating = (name: string) => creating.has(name);

export const apiWrite = tool({
  name: 'api_write',
  title: 'Write through the API',
  description: `Runs any writing operation of the brokerage API by name, behind that operation's own gate.
Low-risk writes run at once and are audited; those that cost money or are hard to take back are planned first, and a person has to say yes.
Prefer direct tools (create_quote, approve_bills, cancel_shipment). Find names and inputs with api_search. Nothing in the arguments counts as a yes.`,
  toolset: 'catalogue',
  gate: 'audit',
  operations: catalogue().map(({ name }) => name),
  hints: { destructive: true, idempotent: false, openWorld: true },
  // A second identical call is taken for a mistake where it would make a second record.
  creates: ({ operation }) => isCreating(String(operation)),
  input: z.strictObject({
    operation: z.string().max(80).describe('resource.verb, from api_search'),
    input: z.record(z.string(), z.unknown()).optional().describe('Flat input of the operation'),
    again: z.boolean().optional().describe('true: a second identical call is meant'),
  }),
  output: z.object({ operation: z.string() }).partial(),
  async plan(ctx, asked): Promise<PlanDraft> {
    const entry = operationEntry(asked.operation);
    const typed = { ...beginnings[entry.name], ...asked.input };
    if (entry.effect === 'read')
      throw new WaybillError('BAD_REQUEST', `operation: ${entry.name} only reads; use api_read.`, {
        details: [{ field: 'operation', message: 'is not a writing operation' }],
      });
    const usual = gateOfCall(ctx.policy, entry.name, entry.operation, typed);
    if (usual === 'off') refuseOff(entry, typed);
    const { input, taken } = await resolveInput(ctx, entry, typed);
    const current = await currentRecord(ctx, entry, input);
    const call = { entry, input, current, usual, taken };
    return draftOf(call, await gather(ctx, call));
  },
  async finish(ctx, plan, [outcome]) {
    const answer = withoutOddNames(maskAccounts(outcome?.status === 'done' ? outcome.answer : undefined));
    if (isCopy(answer)) return copyResult(ctx, plan.title, answer);
    if (isInvoiced(outcome?.operation, answer)) return invoiceResult(ctx, plan.title, answer);
    const record = isPlainRecord(answer) ? project(answer, defaultFields([answer]).fields) : undefined;
    const results = await withInvoiceNumbers(ctx, answer, batchItems(answer));
    const failedCount = results.filter((item) => item.outcome === 'failed').length;
    if (failedCount > 0 && failedCount === results.length)
      return nothingDone(`${plan.title}: none of ${results.length} succeeded.`, results);
    return writeResult({
      status: failedCount > 0 ? 'partial' : 'done',
      summary:
        failedCount > 0
          ? `${plan.title}: ${failedCount} of ${results.length} failed.`
          : `${isMade(outcome, answer) ? `${plan.title}: ${titleName({ resource: resourceOf(outcome?.operation ?? ''), record: answer })}` : plan.title}.`,
      results,
      record,
      undo: undoAfter(outcome, answer) ?? plan.undo,
      lines: [
        ...(plan.taken ?? []),
        ...(record ? Object.entries(record).map(([name, value]) => `${name}: ${brief(value)}`) : []),
      ],
      untrusted: record ? freeTextPointers(record, '/record') : [],
      extra: { operation: outcome?.operation },
    });
  },
});

const isMoney = (amounts: PlanDraft['money']) => amounts.length > 0;

/** A call as it was asked for, with every record that it names put in by its id. */
interface Call {
  readonly entry: CatalogueEntry;
  readonly input: Json;
  /** The record that the path names, as it is now. */
  readonly current: Json | undefined;
  readonly usual: Gate;
  /** What texts of the input were taken for. */
  readonly taken: readonly string[];
}

/** What is known of a call before a person decides. */
interface Gathered {
  readonly parts: readonly PlanPart[];
  readonly own: readonly NamedRecord[];
  readonly named: readonly NamedRecord[];
  readonly isGated: boolean;
  readonly money: PlanDraft['money'];
  readonly binds: PlanDraft['money'];
  readonly emails: readonly string[];
  readonly told: readonly string[];
}

async function gather(ctx: ToolContext, { entry, input, current, usual, taken }: Call): Promise<Gathered> {
  const usually = concerns(entry, input, current);
  const called = await callConcerns(ctx, entry.name, input, current);
  const charged = await createdCharges(ctx, entry.name, input);
  const isGated = [usual, usually.gate, called.gate, charged.gate].some(
    (one) => one === 'confirm' || one === 'approve',
  );
  const named = isGated ? await recordsAround(ctx, entry, input, current) : [];
  const subject = { current, named };
  const own = current ? [{ resource: resourceOf(entry.name), record: current }] : [];
  const around = [...own, ...named];
  const booking = await bookingPlan(ctx, entry.name, input);
  const freight = await freightPlan(ctx, entry.name, input, subject);
  const moved = appliedMoney(entry.name, input, current);
  const findings = await billFindings(ctx, { name: entry.name, around, moved });
  const applied = applicationsPlan({ name: entry.name, input, subject, moved, findings });
  const invoicing = await invoicingPlan(ctx, entry.name, input, around);
  const mailed = named.filter(({ record }) => !invoicing.leftOut.has(String(record['id'])));
  const mail = await mailPlan(ctx, entry, input, { current, named: mailed });
  const { lines: twins, ...twinConcerns } = await twinPlan(ctx, entry.name, input);
  const binds = bindingCost(ctx.policy, [...booking.money, ...charged.cost]);
  return {
    parts: [usually, freight, booking, called, charged, binds, invoicing, applied, findings, mail, twinConcerns],
    own,
    named,
    isGated,
    money: [binds.total, charged.revenue].find(isMoney) ?? moneyOf(input, subject, entry, invoicing.totals),
    binds: binds.total,
    emails: mail.emails,
    told: [...taken, ...twins, ...beginning(entry.name)],
  };
}

function draftOf({ entry, input, current, usual }: Call, gathered: Gathered): PlanDraft {
  const { parts, own, named, isGated, money, binds, emails, told } = gathered;
  const others = distinctRecords([...named, ...parts.flatMap(({ records = [] }) => records)]);
  const said = new Set([...parts.flatMap(({ members = [] }) => [...members]), ...membersNaming(current, input)]);
  const shown = new Set(parts.flatMap(({ ids = [] }) => [...ids]));
  const before = entry.operation.method === 'PATCH' ? current : undefined;
  return {
    gate: planGate(parts.map((part) => part.gate ?? 'none').reduce(stricter, usual)),
    title: firstOf(parts, 'title') ?? [entry.summary, ...own.map(titleName)].join(': '),
    steps: [stepOf(entry, input, current)],
    records: distinctRecords([...own, ...others]).map(planRecordOf),
    lines: [
      ...parts.flatMap(({ lines = [] }) => lines),
      ...told,
      ...inputLines(withoutMembers(input, said), { current: before, named: others }),
      ...(isGated ? own : []).map((one) => `About ${describeRecord(one)}`),
      ...others.filter(({ record }) => !shown.has(String(record['id']))).map((one) => `Names ${describeRecord(one)}`),
    ],
    money,
    binds,
    emails,
    sideEffects: parts.flatMap((part) => part.sideEffects ?? []),
    undo: firstOf(parts, 'undo') ?? wayBack(entry, input, current),
    taken: told,
    changes: before && valueChanges(entry, input, before),
    policyHits: [...new Set(parts.flatMap((part) => part.hits ?? []))],
  };
}

const withoutMembers = (input: Json, members: ReadonlySet<string>): Json =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !members.has(name)));

/** The record that the path names stands in the title. */
const membersNaming = (current: Json | undefined, input: Json) =>
  Object.keys(input).filter((name) => current !== undefined && input[name] === current['id']);

const stepOf = (entry: CatalogueEntry, input: Json, current: Json | undefined): PlanDraft['steps'][number] => ({
  operation: entry.name,
  input: current ? pinVersion(entry, input, current) : input,
  label: entry.name,
  ...(current && { about: { id: String(current['id']), friendlyId: friendlyOf(current) } }),
});

const wayBack = (entry: CatalogueEntry, input: Json, current: Json | undefined): string =>
  entry.operation.method === 'PATCH' && current
    ? formerValues(entry, input, current)
    : undoOf(entry.name, current?.['id']);

const distinctRecords = (records: readonly NamedRecord[]): readonly NamedRecord[] => [
  ...new Map(records.map((one) => [one.record['id'], one])).values(),
];

function refuseOff({ name, operation }: CatalogueEntry, input: Json): never {
  const fields = fieldsAskingFor('off', operation, input);
  const [why = ''] = beginning(name);
  throw new WaybillError(
    'REFUSED',
    fields.length > 0
      ? `${name} does not offer this value of ${fields.join(', ')}: leave it out. ${why}`.trim()
      : `The policy does not offer ${name}; a person can turn it on in the policy file.`,
  );
}

/** A new record, which the plan could not name yet. */
const isMade = (outcome: StepOutcome | undefined, answer: unknown): answer is Json =>
  outcome !== undefined && isCreating(outcome.operation) && isPlainRecord(answer) && typeof answer['id'] === 'string';

/** The way back that names what was made. */
function undoAfter(outcome: StepOutcome | undefined, answer: unknown): string | undefined {
  const operation = outcome?.operation ?? '';
  if (isMade(outcome, answer)) return undoOf(operation, answer['id']);
  return isPlainRecord(answer) ? undoOfAnswer(operation, answer) : undefined;
}

/** The record by its id, so that a client key that moves to another record after the yes changes nothing. */
function pinVersion({ operation }: CatalogueEntry, input: Json, { id }: Json): Json {
  const isAddressable = operation.query !== undefined && 'by' in operation.query.shape;
  return typeof id === 'string' && isAddressable && operation.path.includes('{id}')
    ? { ...input, id, by: 'id' }
    : input;
}

/** What the input names, and whom all of that is with. */
async function recordsAround(
  ctx: ToolContext,
  { name }: CatalogueEntry,
  input: Json,
  current: Json | undefined,
): Promise<readonly NamedRecord[]> {
  const applied = appliedMoney(name, input, current).applications.map(({ target }) => target);
  // What a change replaces; the money of a payment is followed above.
  const { applications: _bills, creditApplications: _credits, ...changed } = input;
  const former = Object.fromEntries(Object.keys(changed).map((member) => [member, current?.[member]]));
  // A vendor's bill is for a service; a carrier's place on a load is read with its load only.
  const vendedServiceId = input['entityType'] === 'VENDOR' ? input['entityId'] : undefined;
  // A stop moves every order and load that visits it.
  const visitors = { orderIds: current?.['orderIds'], loadIds: current?.['loadIds'] };
  const asked = await namedRecords(ctx, { ...input, applied, former, vendedServiceId, visitors });
  // An order is invoiced with its shipment.
  const orders = asked.filter(({ resource }) => resource === 'orders');
  const shipments = await namedRecords(ctx, { shipmentIds: orders.map(({ record }) => record['shipmentId']) });
  const records = [...asked, ...shipments].map(({ record }) => record);
  const parties = await namedRecords(ctx, { parties: [current, ...records].map(partiesOf) });
  const byId = [...parties, ...shipments, ...asked].map((one) => [one.record['id'], one] as const);
  return [...new Map(byId.toReversed()).values()];
}

/** Whom the record is with: where its mail goes, and who is paid. A quote is as good as the stops of its order. */
function partiesOf(current: Json | undefined): Json {
  const id = (name: string) => {
    const party = current?.[name];
    return isPlainRecord(party) ? party['id'] : undefined;
  };
  return {
    customerId: id('customer'),
    carrierId: id('carrier'),
    vendorId: id('vendor'),
    carrierFactorId: id('carrierFactor'),
    orderId: id('order'),
  };
}

/** A gate that a plan can have; reading operations do not come here. */
const planGate = (gate: Gate): PlanGate => (gate === 'confirm' || gate === 'approve' ? gate : 'audit');
