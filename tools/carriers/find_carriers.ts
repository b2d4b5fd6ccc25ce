import * as z from 'zod';
import { formatLowerBound, isLoading } from '../../src/domain/kit/completeness.ts';
import { formatMarket } from '../../src/domain/places/cities.ts';
import { describeCode } from '../../src/domain/text/code-words.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type ListColumn, listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { readByIds } from '../../src/mcp/tool/scan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { readCarriers } from './carrier-check.ts';
import { isMatching, lookUpCarriers, type CarrierLookup } from './carrier-lookup.ts';
import { buildCarrierRow, buildRegistryRow, type RankedCarrier } from './carrier-rows.ts';
import type { CarrierSearch } from './carrier-search-request.ts';
import { codeColumn, column, dateColumn, countColumn, textColumn } from '../records/columns.ts';
import { parseCarrierClass } from '../arguments/equipment-words.ts';
import { findLaneHistory, type LaneHistory, type LaneStates } from './lane-history.ts';
import { resolveFields, listArguments, listOutput } from '../arguments/list-arguments.ts';
import { limitDefault, buildLocalPage } from '../../src/mcp/results/page.ts';
import { parseStateArgument } from '../arguments/states.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { type CarrierArea, parseCarrierArea } from './carrier-area.ts';
import { findCarriersInArea, filterByArea } from './carriers-in-area.ts';

const Input = z.strictObject({
  query: z.string().min(1).max(200).optional().describe('name, MC, DOT or SCAC'),
  equipment: z.string().max(80).optional(),
  place: z.string().max(100).optional().describe('home: "Dallas, TX", TX, ZIP or market'),
  radius: z.number().min(1).max(1000).optional().describe('miles'),
  originState: z.string().max(40).optional().describe('lane run before'),
  destinationState: z.string().max(40).optional(),
  ...listArguments,
});
type FindCarriersInput = z.output<typeof Input>;

/** Describes a safety rating, which some records write as a code. */
function describeRating(rating: string): string {
  return /^[A-Z_]+$/.test(rating) ? describeCode(rating) : rating;
}

const columns: readonly ListColumn[] = [
  column('friendlyId', 'Carrier'),
  textColumn('name', 'Name'),
  column('mc', 'MC'),
  textColumn('place', 'Place'),
  codeColumn('equipments', 'Runs'),
  countColumn('loads', 'Loads'),
  column('onboarding', 'Onboarding'),
  dateColumn('insuredUntil', 'Insured until'),
  { ...column('rating', 'Rating'), words: describeRating },
  column('check', 'Check'),
];
const milesColumn = countColumn('miles', 'Miles');
/** Columns that only `fields` brings in. */
const furtherColumns: readonly ListColumn[] = [
  column('dot', 'DOT'),
  column('scac', 'SCAC'),
  codeColumn('status', 'Status'),
  dateColumn('lastPickUp', 'Last pickup'),
];
const onRequest = ['id'];

/** Lists the columns that the question needs. */
function listColumns(input: FindCarriersInput, { kind }: CarrierArea): readonly ListColumn[] {
  const titled = columns.map((column) =>
    column.key === 'loads' && isLane(input) ? { ...column, title: 'Loads on lane' } : column,
  );
  return titled.flatMap((column) => (column.key === 'place' && kind === 'circle' ? [column, milesColumn] : [column]));
}

export const findCarriers = tool({
  name: 'find_carriers',
  title: 'Find carriers',
  description: `Carriers by name, MC, DOT, SCAC, equipment, home, or lane (states), most loads first; nearest first within a radius.
Those of the public registry are marked "not onboarded". Verdict on one: get_carrier.`,
  toolset: 'desk',
  gate: 'none',
  operations: ['carriers.registryEntries', 'carriers.search', 'carriers.filter'],
  input: Input,
  output: listOutput,
  async read(ctx, input) {
    const read = await parseCarrierQuestion(input);
    const { candidates, total, notes, summary } = await findAll(ctx, input, read);
    const { rows, ...page } = buildLocalPage(ctx, candidates, input);
    const shownCarriers = await withFiles(ctx, rows);
    return listResult({
      summary,
      asOf: ctx.now(),
      total,
      rows: await buildRows(ctx, shownCarriers),
      columns: [...listColumns(input, read.area), ...(read.fields === undefined ? [] : furtherColumns)],
      onRequest,
      ...page,
      notes: [...(shownCarriers.length > 0 ? [checkDefinition] : []), ...notes],
      format: input.format ?? 'table',
      fields: read.fields,
    });
  },
});

interface FoundCarriers {
  readonly candidates: readonly RankedCarrier[];
  readonly total: number | null;
  readonly notes: readonly string[];
  readonly summary: string;
}

const isLane = ({ originState, destinationState }: FindCarriersInput) =>
  originState !== undefined || destinationState !== undefined;

interface CarrierQuestion {
  readonly area: CarrierArea;
  readonly criteria: CarrierSearch;
  readonly lane: LaneStates;
  readonly fields: ReturnType<typeof resolveFields>;
}

async function parseCarrierQuestion(input: FindCarriersInput): Promise<CarrierQuestion> {
  const parseState = (name: 'originState' | 'destinationState') => {
    const text = input[name];
    return text === undefined ? undefined : parseStateArgument(name, text);
  };
  const { area, equipment, origin, destination, fields } = await readTogether({
    equipment: () => (input.equipment === undefined ? undefined : parseCarrierClass(input.equipment)),
    area: () => parseCarrierArea(input.place, input.radius),
    origin: () => parseState('originState'),
    destination: () => parseState('destinationState'),
    fields: () => chooseFields(input),
  });
  const home = area.kind === 'home' ? area : { city: undefined, state: undefined };
  const criteria = { query: input.query, equipment, city: home.city, state: home.state };
  return { area, criteria, lane: { origin, destination }, fields };
}

const chooseFields = ({ fields, place, radius }: FindCarriersInput) =>
  resolveFields(fields, {
    columns: [...columns, ...((place ?? radius) ? [milesColumn] : []), ...furtherColumns],
    onRequest,
  });

async function findAll(
  ctx: ToolContext,
  input: FindCarriersInput,
  { area, criteria, lane }: CarrierQuestion,
): Promise<FoundCarriers> {
  if (isLane(input)) return findOnLane(ctx, input, { area, criteria, lane });
  const words = describeArea(input, area);
  if (area.kind === 'circle' || area.kind === 'market') {
    const carriersInArea = await findCarriersInArea(ctx, criteria, area);
    return { ...carriersInArea, summary: formatSummary(input, carriersInArea, words) };
  }
  const lookup = await lookUpCarriers(ctx, criteria, countNeededRows(ctx, input));
  const candidates = lookup.candidates.map((candidate) => ({ ...candidate, lane: undefined }));
  return { ...lookup, candidates, summary: formatSummary(input, lookup, words) };
}

/** Counts the rows to read: one more than the page shows, which tells whether there is a next page. */
const countNeededRows = ({ paging }: ToolContext, { limit = limitDefault }: FindCarriersInput): number =>
  paging.position.skip + Math.floor(limit) + 1;

async function findOnLane(
  ctx: ToolContext,
  input: FindCarriersInput,
  { area, criteria, lane }: Omit<CarrierQuestion, 'fields'>,
): Promise<FoundCarriers> {
  const history = await findLaneHistory(ctx, lane);
  const laneCarriers = await lookUpOnLane(ctx, criteria, history.carriers);
  const isMeasured = area.kind === 'circle' || area.kind === 'market';
  const { carriers: matches, notes } = isMeasured
    ? filterByArea(laneCarriers.carriers, area)
    : { carriers: laneCarriers.carriers, notes: [] };
  const candidates = matches.map((carrier): RankedCarrier => ({
    ...carrier,
    carrierId: carrier.id,
    carrier: undefined,
    row: undefined,
    lane: carrier,
  }));
  const total = isLoading(ctx.completeness()) ? null : candidates.length;
  const ends = [input.originState, input.destinationState].map((state) =>
    state === undefined ? 'anywhere' : recordText(state, 'list'),
  );
  const ranIt = `that ran ${ends.join(' to ')} (${formatLowerBound(`${history.shipments} shipments`, ctx.completeness())}, canceled ones left out)`;
  const words = [...describeArea(input, area), ranIt];
  return {
    candidates,
    total,
    notes: [...laneCarriers.notes, ...notes],
    summary: formatSummary(input, { candidates, total }, words),
  };
}

/** Filters the carriers of the lane by the other criteria. A name or number is looked up as in every search. */
async function lookUpOnLane(ctx: ToolContext, criteria: CarrierSearch, carriers: LaneHistory['carriers']) {
  if (criteria.query === undefined)
    return { carriers: carriers.filter((carrier) => isMatching(carrier, criteria)), notes: [] };
  const { candidates, notes } = await lookUpCarriers(ctx, criteria, Number.MAX_SAFE_INTEGER);
  const matchedIds = new Set(candidates.map(({ carrierId }) => carrierId));
  return { carriers: carriers.filter(({ id }) => matchedIds.has(id)), notes };
}

/** Reads the files of the carriers on this page. Carriers that were deleted meanwhile are left out. */
async function withFiles(ctx: ToolContext, candidates: readonly RankedCarrier[]): Promise<readonly RankedCarrier[]> {
  const missing = candidates.flatMap(({ carrier, carrierId }) =>
    carrier === undefined && carrierId !== undefined ? [carrierId] : [],
  );
  const files = await readByIds(ctx, ctx.api.carriers.filter, missing);
  return candidates
    .map((candidate) => ({ ...candidate, carrier: candidate.carrier ?? files.get(candidate.carrierId ?? '') }))
    .filter(({ carrier, carrierId }) => carrierId === undefined || carrier !== undefined);
}

const checkDefinition = 'Check: all rules except the shared bank account, which get_carrier checks too.';

async function buildRows(ctx: ToolContext, candidates: readonly RankedCarrier[]): Promise<readonly ListRow[]> {
  const today = getToday(ctx.timeZone, ctx.now());
  const files = candidates.flatMap(({ carrier, row }) => (carrier === undefined ? [] : [{ carrier, listing: row }]));
  const readings = new Map((await readCarriers(ctx, files, today)).map((reading) => [reading.carrier.id, reading]));
  const options = { today, requirements: ctx.policy.rules.carriers };
  return candidates.flatMap((candidate) => {
    const reading = readings.get(candidate.carrier?.id ?? '');
    if (reading !== undefined) return [buildCarrierRow(candidate, reading)];
    return candidate.row === undefined ? [] : [buildRegistryRow(candidate, candidate.row, options)];
  });
}

/** Returns the area that the place was resolved to, as text. */
function describeArea({ place = '' }: FindCarriersInput, area: CarrierArea): readonly string[] {
  if (area.kind === 'anywhere') return [];
  if (area.kind === 'circle') return [`within ${area.miles} miles of ${area.as}`];
  return [`based in ${area.kind === 'market' ? `the ${formatMarket(area.market)}` : recordText(place, 'list')}`];
}

function formatSummary(
  { query, equipment }: FindCarriersInput,
  { candidates, total }: Pick<CarrierLookup, 'candidates' | 'total'>,
  words: readonly string[],
): string {
  const criteriaTexts = [
    query === undefined ? '' : `matching ${recordText(query, 'list')}`,
    equipment === undefined ? '' : `with ${recordText(equipment, 'list')}`,
    ...words,
  ].filter((part) => part !== '');
  const count = total ?? candidates.length;
  const registry =
    candidates.length === total ? candidates.filter(({ carrierId }) => carrierId === undefined).length : 0;
  const carriers = `${count}${total === null ? ' or more' : ''} ${count === 1 ? 'carrier' : 'carriers'}`;
  return `${[carriers, ...criteriaTexts].join(' ')}${registry > 0 ? `, ${registry} of them not onboarded` : ''}.`;
}
