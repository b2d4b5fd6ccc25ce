import * as z from 'zod';
import { formatLowerBound, isLoading } from '../../src/domain/kit/completeness.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type ListColumn, listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { readByIds } from '../../src/mcp/tool/scan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { readCarriers } from './carrier-check.ts';
import { fits, lookUpCarriers, type Lookup } from './carrier-lookup.ts';
import { buildCarrierRow, buildRegistryRow, type RankedCarrier } from './carrier-rows.ts';
import type { WantedCarriers } from './carrier-search-request.ts';
import { column, countColumn, textColumn } from '../records/columns.ts';
import { carrierClassOf } from '../arguments/equipment-words.ts';
import { findLaneHistory, type LaneHistory, type LaneStates } from './lane-history.ts';
import { chosenFields, listArguments, listOutput } from '../arguments/list-arguments.ts';
import { limitDefault, localPage } from '../../src/mcp/results/page.ts';
import { stateArgument } from '../arguments/states.ts';
import { readTogether } from '../arguments/together.ts';
import { type Area, areaOf } from './carrier-area.ts';
import { carriersInArea, withinArea } from './carriers-in-area.ts';

const Input = z.strictObject({
  query: z.string().min(1).max(200).optional().describe('name, MC, DOT or SCAC'),
  equipment: z.string().max(80).optional(),
  place: z.string().max(100).optional().describe('home: "Dallas, TX", TX, ZIP or market'),
  radius: z.number().min(1).max(1000).optional().describe('miles'),
  originState: z.string().max(40).optional().describe('lane run before'),
  destinationState: z.string().max(40).optional(),
  ...listArguments,
});
type Asked = z.output<typeof Input>;

const columns: readonly ListColumn[] = [
  column('friendlyId', 'Carrier'),
  textColumn('name', 'Name'),
  column('mc', 'MC'),
  textColumn('place', 'Place'),
  column('equipments', 'Runs'),
  countColumn('loads', 'Loads'),
  column('onboarding', 'Onboarding'),
  column('insuredUntil', 'Insured until'),
  column('rating', 'Rating'),
  column('check', 'Check'),
];
const milesColumn = countColumn('miles', 'Miles');
const onRequest = ['id', 'dot', 'scac', 'status', 'lastPickUp'];

/** What the question asks for has a column, and no other one. */
function columnsOf(asked: Asked, { kind }: Area): readonly ListColumn[] {
  const titled = columns.map((shown) =>
    shown.key === 'loads' && isLane(asked) ? { ...shown, title: 'Loads on lane' } : shown,
  );
  return titled.flatMap((shown) => (shown.key === 'place' && kind === 'circle' ? [shown, milesColumn] : [shown]));
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
  async read(ctx, asked) {
    const read = await readAsked(asked);
    const { candidates, total, notes, summary } = await findAll(ctx, asked, read);
    const { rows, ...page } = localPage(ctx, candidates, asked);
    const shown = await withFiles(ctx, rows);
    return listResult({
      summary,
      asOf: ctx.now(),
      total,
      rows: await buildRows(ctx, shown),
      columns: columnsOf(asked, read.area),
      onRequest,
      ...page,
      notes: [...(shown.length > 0 ? [checkDefinition] : []), ...notes],
      format: asked.format ?? 'table',
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

const isLane = ({ originState, destinationState }: Asked) =>
  originState !== undefined || destinationState !== undefined;

interface Read {
  readonly area: Area;
  readonly wanted: WantedCarriers;
  readonly lane: LaneStates;
  readonly fields: ReturnType<typeof chosenFields>;
}

async function readAsked(asked: Asked): Promise<Read> {
  const state = (name: 'originState' | 'destinationState') => {
    const text = asked[name];
    return text === undefined ? undefined : stateArgument(name, text);
  };
  const { area, equipment, origin, destination, fields } = await readTogether({
    equipment: () => (asked.equipment === undefined ? undefined : carrierClassOf(asked.equipment)),
    area: () => areaOf(asked.place, asked.radius),
    origin: () => state('originState'),
    destination: () => state('destinationState'),
    fields: () => fieldsOf(asked),
  });
  const home = area.kind === 'home' ? area : { city: undefined, state: undefined };
  const wanted = { query: asked.query, equipment, city: home.city, state: home.state };
  return { area, wanted, lane: { origin, destination }, fields };
}

const fieldsOf = ({ fields, place, radius }: Asked) =>
  chosenFields(fields, { columns: (place ?? radius) ? [...columns, milesColumn] : columns, onRequest });

async function findAll(ctx: ToolContext, asked: Asked, { area, wanted, lane }: Read): Promise<FoundCarriers> {
  if (isLane(asked)) return onLane(ctx, asked, { area, wanted, lane });
  const words = areaWords(asked, area);
  if (area.kind === 'circle' || area.kind === 'market') {
    const found = await carriersInArea(ctx, wanted, area);
    return { ...found, summary: formatSummary(asked, found, words) };
  }
  const found = await lookUpCarriers(ctx, wanted, rowsNeeded(ctx, asked));
  const candidates = found.candidates.map((candidate) => ({ ...candidate, lane: undefined }));
  return { ...found, candidates, summary: formatSummary(asked, found, words) };
}

/** One more than the page shows, so that it is known whether there is a next one. */
const rowsNeeded = ({ paging }: ToolContext, { limit = limitDefault }: Asked): number =>
  paging.position.skip + Math.floor(limit) + 1;

async function onLane(
  ctx: ToolContext,
  asked: Asked,
  { area, wanted, lane }: Omit<Read, 'fields'>,
): Promise<FoundCarriers> {
  const history = await findLaneHistory(ctx, lane);
  const known = await lookUpOnLane(ctx, wanted, history.carriers);
  const isMeasured = area.kind === 'circle' || area.kind === 'market';
  const { kept, notes } = isMeasured ? withinArea(known.carriers, area) : { kept: known.carriers, notes: [] };
  const candidates = kept.map((one): RankedCarrier => ({
    ...one,
    carrierId: one.id,
    carrier: undefined,
    row: undefined,
    lane: one,
  }));
  const total = isLoading(ctx.completeness()) ? null : candidates.length;
  const ends = [asked.originState, asked.destinationState].map((state) =>
    state === undefined ? 'anywhere' : recordText(state, 'list'),
  );
  const ranIt = `that ran ${ends.join(' to ')} (${formatLowerBound(`${history.shipments} shipments`, ctx.completeness())}, canceled ones left out)`;
  const words = [...areaWords(asked, area), ranIt];
  return {
    candidates,
    total,
    notes: [...known.notes, ...notes],
    summary: formatSummary(asked, { candidates, total }, words),
  };
}

/** Carriers of the lane that fit the rest of the question; a name or number is looked up as always. */
async function lookUpOnLane(ctx: ToolContext, wanted: WantedCarriers, carriers: LaneHistory['carriers']) {
  if (wanted.query === undefined) return { carriers: carriers.filter((carrier) => fits(carrier, wanted)), notes: [] };
  const { candidates, notes } = await lookUpCarriers(ctx, wanted, Number.MAX_SAFE_INTEGER);
  const named = new Set(candidates.map(({ carrierId }) => carrierId));
  return { carriers: carriers.filter(({ id }) => named.has(id)), notes };
}

/** The files of the carriers on this page; one that was deleted meanwhile is left out. */
async function withFiles(ctx: ToolContext, candidates: readonly RankedCarrier[]): Promise<readonly RankedCarrier[]> {
  const missing = candidates.flatMap(({ carrier, carrierId }) =>
    carrier === undefined && carrierId !== undefined ? [carrierId] : [],
  );
  const files = await readByIds(ctx, ctx.api.carriers.filter, missing);
  return candidates
    .map((candidate) => ({ ...candidate, carrier: candidate.carrier ?? files.get(candidate.carrierId ?? '') }))
    .filter(({ carrier, carrierId }) => carrierId === undefined || carrier !== undefined);
}

const checkDefinition =
  'Check: every rule but whether other carriers share the bank account; get_carrier runs that one too.';

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

/** What the place was taken for. */
function areaWords({ place = '' }: Asked, area: Area): readonly string[] {
  if (area.kind === 'anywhere') return [];
  if (area.kind === 'circle') return [`within ${area.miles} miles of ${area.as}`];
  return [`based in ${area.kind === 'market' ? `the market ${area.market}` : recordText(place, 'list')}`];
}

function formatSummary(
  { query, equipment }: Asked,
  { candidates, total }: Pick<Lookup, 'candidates' | 'total'>,
  words: readonly string[],
): string {
  const asked = [
    query === undefined ? '' : `matching ${recordText(query, 'list')}`,
    equipment === undefined ? '' : `with ${recordText(equipment, 'list')}`,
    ...words,
  ].filter((part) => part !== '');
  const count = total ?? candidates.length;
  const registry =
    candidates.length === total ? candidates.filter(({ carrierId }) => carrierId === undefined).length : 0;
  const carriers = `${count}${total === null ? ' or more' : ''} ${count === 1 ? 'carrier' : 'carriers'}`;
  return `${[carriers, ...asked].join(' ')}${registry > 0 ? `, ${registry} of them not onboarded` : ''}.`;
}
