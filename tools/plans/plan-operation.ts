import { type CatalogueEntry, listFieldsAskingFor } from '../../src/contract/catalogue.ts';
import type { Gate } from '../../src/contract/kit/gate.ts';
import type { OperationName } from '../../src/contract/operation-names.ts';
import type { JsonObject } from '../../src/domain/kit/plain-record.ts';
import { sortExceptionsFirst } from '../../src/domain/kit/refusals.ts';
import { WaybillError } from '../../src/errors.ts';
import { gateOfCall } from '../../src/mcp/policy/operation-gate.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft, PlanGate, PlanStep } from '../../src/mcp/tool/plan.ts';
import { stricter } from '../../src/mcp/policy/gate-strictness.ts';
import { requireOperation } from '../calls/catalogue-call.ts';
import { readCurrentRecord } from '../calls/current-record.ts';
import { resolveInput } from '../calls/resolve-input.ts';
import { planRecordOf } from '../records/named-records.ts';
import { describeRecord, friendlyOf, type NamedRecord, titleName } from '../records/record-names.ts';
import { describeInitialStatus, initialFields } from './beginnings.ts';
import { withChargeNames } from './kit/charge-input.ts';
import type { BilledPaper } from '../bills/agreed-lines.ts';
import type { Call } from './kit/call.ts';
import type { StepBeside } from './kit/step-beside.ts';
import type { EarlierSteps } from './kit/earlier-steps.ts';
import { firstOf } from './kit/plan-part.ts';
import { inputLines, valueChanges } from './kit/raw-plan.ts';
import { undoText } from './kit/undo.ts';
import { plainTitle } from './kit/titles.ts';
import { wayBackOf } from './kit/way-back.ts';
import { gatherParts, type Gathered } from './plan-parts.ts';

export interface AskedCall {
  readonly operation: OperationName;
  /** Flat; records by id, friendly id, key, reference or name. */
  readonly input: JsonObject;
  /** Fields that an earlier step answers with, as in the step. */
  readonly takes?: PlanStep['takes'];
  readonly earlier?: EarlierSteps | undefined;
  /** What other steps of the same plan do that it depends on: credit that is applied with it, or taken back before. */
  readonly beside?: readonly StepBeside[];
  /** What is known of a bill that is to be recorded; the API finds a place on a load with its load only. */
  readonly paper?: BilledPaper | undefined;
  /** What ids of catalogs stand for, for the person who decides. */
  readonly words?: ReadonlyMap<string, string>;
}

/**
 * The plan of one writing operation: what happens, to whom, for how much, what speaks against it and how it is taken
 * back. Tools that write are planned here, so that none is a softer way than another. price_quote and approve_bills, which
 * judge more than one call does, plan by themselves, and upload_document writes a file beside its record.
 */
export async function planOperation(
  ctx: ToolContext,
  { operation, input: asked, takes = {}, earlier, beside = [], paper, words }: AskedCall,
): Promise<PlanDraft> {
  const entry = requireOperation(operation);
  const typed = { ...initialFields[operation], ...asked, ...standIns(takes) };
  const usual = gateOfCall(ctx.policy, operation, entry.operation, typed);
  if (usual === 'off') refuseOff(entry, typed);
  const { input, interpretations: taken } = await resolveInput(ctx, entry, typed);
  const current = 'id' in takes ? undefined : await readCurrentRecord(ctx, entry, input);
  const call = { entry, input, current, usual, taken, earlier, beside, paper };
  const shown = await withChargeNames(ctx, input);
  return draftOf(call, await gatherParts(ctx, call), { takes, words, shown });
}

/** What is not made yet, as an id that no record has. */
const nobody = '00000000-0000-4000-8000-000000000000';
const standIns = (takes: NonNullable<PlanStep['takes']>): JsonObject =>
  Object.fromEntries(Object.keys(takes).map((field) => [field, nobody]));

function draftOf(
  { entry, input, current, usual }: Call,
  gathered: Gathered,
  {
    takes,
    words,
    shown: readable,
  }: {
    readonly takes: NonNullable<PlanStep['takes']>;
    readonly words: AskedCall['words'];
    /** The input as a person reads it. */
    readonly shown: JsonObject;
  },
): PlanDraft {
  const { parts, own, relatedRecords, isGated, money, moves, binds, emails, told } = gathered;
  const others = distinctRecords([...relatedRecords, ...parts.flatMap(({ records = [] }) => records)]);
  const said = new Set([
    ...parts.flatMap(({ members = [] }) => [...members]),
    ...membersNaming(current, input),
    ...Object.keys(takes),
  ]);
  const title =
    firstOf(parts, 'title') ??
    plainTitle({ entry, input, current }, others) ??
    [entry.summary, ...own.map(titleName)].join(': ');
  const shown = new Set(parts.flatMap(({ ids = [] }) => [...ids]));
  const items = parts.flatMap((part) => part.items ?? []);
  const before = entry.operation.method === 'PATCH' ? current : undefined;
  const back = wayBackOf({ entry, input, current });
  const exceptions = [...new Set(parts.flatMap((part) => part.exceptions ?? []))];
  const warnings = parts.flatMap((part) => part.contextWarnings ?? []);
  return {
    gate: planGate(parts.map((part) => part.gate ?? 'none').reduce(stricter, usual)),
    title,
    steps: [stepOf({ entry, input, current }, { title, takes, list: parts.find(({ list }) => list)?.list })],
    records: distinctRecords([...own, ...others]).map(planRecordOf),
    lines: [
      ...parts.flatMap(({ lines = [] }) => lines),
      ...told,
      ...inputLines(withoutMembers(readable, said), { current: before, relatedRecords: others, words }),
      ...(isGated ? own : []).map((one) => `About ${describeRecord(one)}`),
      ...others.filter(({ record }) => !shown.has(String(record['id']))).map((one) => `Names ${describeRecord(one)}`),
    ],
    judgments: [...new Set(parts.flatMap(({ judgments = [] }) => judgments))],
    context: [...new Set(parts.flatMap(({ context = [] }) => context))],
    ...(warnings.length > 0 && { contextWarnings: warnings }),
    ...(items.length > 0 && { items }),
    money,
    ...(moves.length > 0 && { moves }),
    binds,
    emails,
    sideEffects: parts.flatMap((part) => part.sideEffects ?? []),
    undo: firstOf(parts, 'undo') ?? undoText({ entry, input, current }, back),
    back,
    taken: told,
    changes: before && valueChanges(entry, input, before),
    ...(exceptions.length > 0 && { exceptions }),
    policyHits: sortExceptionsFirst([...new Set(parts.flatMap((part) => part.hits ?? []))]),
  };
}

const withoutMembers = (input: JsonObject, members: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !members.has(name)));

/** The record that the path names stands in the title. */
const membersNaming = (current: JsonObject | undefined, input: JsonObject) =>
  Object.keys(input).filter((name) => current !== undefined && input[name] === current['id']);

function stepOf(
  { entry, input, current }: Pick<Call, 'entry' | 'input' | 'current'>,
  {
    title,
    takes,
    list,
  }: Required<Pick<PlanStep, 'takes'>> & Pick<PlanDraft, 'title'> & { readonly list: PlanStep['list'] },
): PlanStep {
  const known = withoutMembers(input, new Set(Object.keys(takes)));
  return {
    operation: entry.name,
    input: current ? pinVersion(entry, known, current) : known,
    label: title,
    ...(Object.keys(takes).length > 0 && { takes }),
    ...(list && { list }),
    ...(current && { about: { id: String(current['id']), friendlyId: friendlyOf(current) } }),
  };
}

const distinctRecords = (records: readonly NamedRecord[]): readonly NamedRecord[] => [
  ...new Map(records.map((one) => [one.record['id'], one])).values(),
];

function refuseOff({ name, operation }: CatalogueEntry, input: JsonObject): never {
  const fields = listFieldsAskingFor('off', operation, input);
  const [why = ''] = describeInitialStatus(name);
  throw new WaybillError(
    'REFUSED',
    fields.length > 0
      ? `${name} does not offer this value of ${fields.join(', ')}: leave it out. ${why}`.trim()
      : `The policy does not offer ${name}; a person can turn it on in the policy file.`,
  );
}

/** The record by its id, so that a client key that moves to another record after the yes changes nothing. */
function pinVersion({ operation }: CatalogueEntry, input: JsonObject, { id }: JsonObject): JsonObject {
  const isAddressable = operation.query !== undefined && 'by' in operation.query.shape;
  return typeof id === 'string' && isAddressable && operation.path.includes('{id}')
    ? { ...input, id, by: 'id' }
    : input;
}

/** A gate that a plan can have; reading operations do not come here. */
const planGate = (gate: Gate): PlanGate => (gate === 'confirm' || gate === 'approve' ? gate : 'audit');
