import { type CatalogueEntry, listFieldsAskingFor } from '../../src/contract/catalogue.ts';
import type { Gate } from '../../src/contract/kit/gate.ts';
import type { OperationName } from '../../src/contract/operation-names.ts';
import type { JsonObject } from '../../src/domain/kit/plain-record.ts';
import { lowerFirst } from '../../src/domain/text/code-words.ts';
import { sortExceptionsFirst } from '../../src/domain/text/refusals.ts';
import { WaybillError } from '../../src/errors.ts';
import { getCallGate } from '../../src/mcp/policy/operation-gate.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft, PlanGate, PlanStep } from '../../src/mcp/tool/plan.ts';
import { chooseStricter } from '../../src/mcp/policy/gate-strictness.ts';
import { requireOperation } from '../calls/catalogue-call.ts';
import { readCurrentRecord } from '../calls/current-record.ts';
import { resolveInput } from '../calls/resolve-input.ts';
import { toPlanRecord } from '../records/named-records.ts';
import { describeRecord, getFriendlyId, type NamedRecord, formatTitleName } from '../records/record-names.ts';
import { describeInitialStatus, initialFields } from './initial-fields.ts';
import { withChargeNames } from './kit/charge-input.ts';
import type { BilledPaper } from '../bills/agreed-lines.ts';
import type { ResolvedCall } from './kit/call.ts';
import type { RelatedStep } from './kit/related-step.ts';
import type { EarlierSteps } from './kit/earlier-steps.ts';
import { findTitle, findUndo } from './kit/plan-part.ts';
import { listInputLines } from './kit/input-lines.ts';
import { listValueChanges } from './kit/raw-plan.ts';
import { describeUndo } from './kit/undo.ts';
import { buildTitle, formatKindLabel } from './kit/titles.ts';
import { listUndoCalls } from './kit/undo-calls.ts';
import { toPlanCity } from '../records/stop-places.ts';
import { omitRoutes } from './freight/route-plan.ts';
import type { KnownPlaces } from './freight/stop-lines.ts';
import { gatherParts, type GatheredParts } from './plan-parts.ts';

export interface RequestedCall {
  readonly operation: OperationName;
  /** Flat; records by id, friendly id, key, reference or name. */
  readonly input: JsonObject;
  /** Fields that an earlier step answers with, as in the step. */
  readonly takes?: PlanStep['takes'];
  readonly earlier?: EarlierSteps | undefined;
  /** Other steps of the same plan that the call depends on: credit that is applied with it, or taken back before. */
  readonly relatedSteps?: readonly RelatedStep[];
  /** Details of a bill that is to be recorded; the API finds a place on a load with its load only. */
  readonly paper?: BilledPaper | undefined;
  /** Names of catalog entries by id, for the person who decides. */
  readonly words?: ReadonlyMap<string, string>;
  /** Names of the places of stops by the id of their city or location, where the tool has found them. */
  readonly places?: KnownPlaces;
}

/**
 * Plans one writing operation: what happens, to whom, for how much, what speaks against it and how it is taken back.
 * Tools that write are planned here, so that none is a softer way than another. price_quote and approve_bills, which
 * judge more than one call does, plan by themselves, and upload_document writes a file beside its record.
 */
export async function planOperation(
  ctx: ToolContext,
  {
    operation,
    input: requestedInput,
    takes = {},
    earlier,
    relatedSteps = [],
    paper,
    words,
    places = new Map(),
  }: RequestedCall,
): Promise<PlanDraft> {
  const entry = requireOperation(operation);
  const fullInput = { ...initialFields[operation], ...requestedInput, ...buildStandIns(takes) };
  const usual = getCallGate(ctx.policy, operation, entry.operation, fullInput);
  if (usual === 'off') refuseOff(entry, fullInput);
  const { input, interpretations, cities } = await resolveInput(ctx, entry, fullInput);
  const current = 'id' in takes ? undefined : await readCurrentRecord(ctx, entry, input);
  const knownPlaces = new Map([...cities.map((city) => [city.id, toPlanCity(city)] as const), ...places]);
  const call = { entry, input, current, usual, interpretations, earlier, relatedSteps, paper, places: knownPlaces };
  const readableInput = omitRoutes(operation, await withChargeNames(ctx, input));
  return buildDraft(call, await gatherParts(ctx, call), { takes, words, readableInput, timeZone: ctx.timeZone });
}

/** Id that no record has, in place of one that is not made yet. */
const unmadeId = '00000000-0000-4000-8000-000000000000';
const buildStandIns = (takes: NonNullable<PlanStep['takes']>): JsonObject =>
  Object.fromEntries(Object.keys(takes).map((field) => [field, unmadeId]));

interface DraftOptions {
  readonly takes: NonNullable<PlanStep['takes']>;
  readonly words: RequestedCall['words'];
  readonly timeZone: string;
  /** Input as a person reads it. */
  readonly readableInput: JsonObject;
}

function buildDraft(
  { entry, input, current, usual }: ResolvedCall,
  gathered: GatheredParts,
  { takes, words, readableInput, timeZone }: DraftOptions,
): PlanDraft {
  const { parts, subjectRecords, relatedRecords, money, moves, binds, emails, notes } = gathered;
  const otherRecords = removeDuplicates([...relatedRecords, ...parts.flatMap(({ records = [] }) => records)]);
  const coveredMembers = new Set([
    ...parts.flatMap(({ members = [] }) => [...members]),
    ...listNamingMembers(current, input),
    ...Object.keys(takes),
  ]);
  const title =
    findTitle(parts) ??
    buildTitle({ entry, input, current }, otherRecords) ??
    [entry.summary, ...subjectRecords.map(formatTitleName)].join(': ');
  const items = parts.flatMap((part) => part.items ?? []);
  const before = entry.operation.method === 'PATCH' ? current : undefined;
  const back = listUndoCalls({ entry, input, current });
  const exceptions = [...new Set(parts.flatMap((part) => part.exceptions ?? []))];
  const warnings = parts.flatMap((part) => part.contextWarnings ?? []);
  const reasons = [...new Set(parts.flatMap(({ reason }) => reason ?? []))];
  const shownInput = listInputLines(removeMembers(readableInput, coveredMembers), {
    current: before,
    relatedRecords: otherRecords,
    words,
    timeZone,
  });
  return {
    gate: toPlanGate(parts.map((part) => part.gate ?? 'none').reduce(chooseStricter, usual)),
    title,
    steps: [buildStep({ entry, input, current }, { title, takes, list: parts.find(({ list }) => list)?.list })],
    records: removeDuplicates([...subjectRecords, ...otherRecords]).map(toPlanRecord),
    lines: [
      ...parts.flatMap(({ lines = [] }) => lines),
      ...notes,
      ...shownInput.lines,
      ...listRecordLines(gathered, otherRecords, shownInput.ids),
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
    ...(findUndo(parts) ?? describeUndo({ entry, input, current }, back, timeZone)),
    back,
    taken: notes,
    changes: before && listValueChanges(entry, input, before),
    ...(exceptions.length > 0 && { exceptions }),
    ...(reasons.length > 0 && { reason: reasons.join('; ') }),
    policyHits: sortExceptionsFirst([...new Set(parts.flatMap((part) => part.hits ?? []))]),
  };
}

const removeMembers = (input: JsonObject, members: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !members.has(name)));

/** Lists the records of a call that no other line of its plan describes, each once. */
function listRecordLines(
  { parts, subjectRecords, isGated }: GatheredParts,
  otherRecords: readonly NamedRecord[],
  shownIds: ReadonlySet<string>,
): readonly string[] {
  const coveredIds = new Set([...shownIds, ...parts.flatMap(({ ids = [] }) => [...ids])]);
  // The stops of an order stand for it where the API lists no orders.
  const isCovered = ({ resource, record }: NamedRecord) =>
    coveredIds.has(String(record['id'])) || (resource === 'stops' && coveredIds.has(String(record['orderId'])));
  const uncovered = otherRecords.filter((item) => !isCovered(item));
  // The title has the name of the record: a line that has no more than that would repeat it.
  const subjects = subjectRecords.filter(
    (item) => !coveredIds.has(String(item.record['id'])) && describeRecord(item) !== formatTitleName(item),
  );
  return [...new Set([...(isGated ? subjects : []), ...uncovered].map(formatRecordLine))];
}

function formatRecordLine(item: NamedRecord): string {
  const [label, text] = [formatKindLabel(item.resource), describeRecord(item)];
  // A record without a number or a name of its own is called by its kind.
  return text.startsWith(lowerFirst(label)) ? `${label}${text.slice(label.length)}` : `${label}: ${text}`;
}

/** Lists the members that hold the id of the record in the title. */
const listNamingMembers = (current: JsonObject | undefined, input: JsonObject) =>
  Object.keys(input).filter((name) => current !== undefined && input[name] === current['id']);

function buildStep(
  { entry, input, current }: Pick<ResolvedCall, 'entry' | 'input' | 'current'>,
  {
    title,
    takes,
    list,
  }: Required<Pick<PlanStep, 'takes'>> & Pick<PlanDraft, 'title'> & { readonly list: PlanStep['list'] },
): PlanStep {
  const fixedInput = removeMembers(input, new Set(Object.keys(takes)));
  return {
    operation: entry.name,
    input: current ? pinVersion(entry, fixedInput, current) : fixedInput,
    label: title,
    ...(Object.keys(takes).length > 0 && { takes }),
    ...(list && { list }),
    ...(current && { about: { id: String(current['id']), friendlyId: getFriendlyId(current) } }),
  };
}

const removeDuplicates = (records: readonly NamedRecord[]): readonly NamedRecord[] => [
  ...new Map(records.map((item) => [item.record['id'], item])).values(),
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

/** Names the record by its id, so that a client key that moves to another record after the approval changes nothing. */
function pinVersion({ operation }: CatalogueEntry, input: JsonObject, { id }: JsonObject): JsonObject {
  const isAddressable = operation.query !== undefined && 'by' in operation.query.shape;
  return typeof id === 'string' && isAddressable && operation.path.includes('{id}')
    ? { ...input, id, by: 'id' }
    : input;
}

/** Converts a gate to one that a plan can have; reading operations do not come here. */
const toPlanGate = (gate: Gate): PlanGate => (gate === 'confirm' || gate === 'approve' ? gate : 'audit');
