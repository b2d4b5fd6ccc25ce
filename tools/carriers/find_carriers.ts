import * as z from 'zod';
import { todayIn } from '../../src/domain/kit/dates.ts';
import { fieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type ListColumn, listResult } from '../../src/mcp/results/list-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { glanceDefinition } from './quick-check.ts';
import { type Candidate, carriersOf, fits, lookUpCarriers, type Lookup } from './carrier-lookup.ts';
import { carrierListRow, type RankedCarrier } from './carrier-rows.ts';
import type { WantedCarriers } from './carrier-search-request.ts';
import { column, countColumn, textColumn } from '../records/columns.ts';
import { carrierClassOf } from '../arguments/equipment-words.ts';
import { laneHistory, type LaneCarrier } from './lane-history.ts';
import { chosenFields, listArguments, listOutput } from '../arguments/list-arguments.ts';
import { limitDefault, localPage } from '../../src/mcp/results/page.ts';
import { cityAndState, cityBeforeState, stateArgument } from '../arguments/states.ts';

const Input = z.strictObject({
  query: z.string().min(1).max(200).optional().describe('name, MC, DOT or SCAC'),
  equipment: z.string().max(80).optional(),
  place: z.string().max(100).optional().describe('home: "Dallas, TX" or "TX"'),
  originState: z.string().max(40).optional().describe('lane: who ran it before'),
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
const onRequest = ['id', 'dot', 'scac', 'status', 'lastPickUp'];
const laneColumns = columns.map((shown) => (shown.key === 'loads' ? { ...shown, title: 'Loads on lane' } : shown));

export const findCarriers = tool({
  name: 'find_carriers',
  title: 'Find carriers',
  description: `Carriers by name, MC, DOT, SCAC, equipment, home place, or by who ran a lane before (states), most loads first.
Public-registry carriers are included and marked "not onboarded": they cannot be booked yet.
For the full verdict on one carrier use get_carrier.`,
  toolset: 'desk',
  gate: 'none',
  operations: ['carriers.search', 'carriers.filter', 'shipments.filter'],
  input: Input,
  output: listOutput,
  async read(ctx, asked) {
    const fields = chosenFields(asked.fields, { columns, onRequest });
    const { candidates, total, coverage, summary } = await findAll(ctx, asked);
    const { rows, ...page } = localPage(ctx, candidates, asked);
    const shown = await withFiles(ctx, rows);
    const requirements = ctx.policy.rules.carriers;
    const changes = await ctx.control.changes(requirements.changedDays);
    const options = { today: todayIn(ctx.timeZone, ctx.now()), timeZone: ctx.timeZone, changes, requirements };
    return listResult({
      summary,
      asOf: ctx.now(),
      total,
      rows: shown.map((candidate) => carrierListRow(candidate, options)),
      columns: isLane(asked) ? laneColumns : columns,
      onRequest,
      ...page,
      coverage: [...(shown.length > 0 ? [glanceDefinition(requirements)] : []), ...coverage].join(' '),
      format: asked.format ?? 'table',
      fields,
    });
  },
});

interface FoundCarriers {
  readonly candidates: readonly RankedCarrier[];
  readonly total: number | null;
  readonly coverage: readonly string[];
  readonly summary: string;
}

const isLane = ({ originState, destinationState }: Asked) =>
  originState !== undefined || destinationState !== undefined;

async function findAll(ctx: ToolContext, asked: Asked): Promise<FoundCarriers> {
  const wanted = wantedOf(asked);
  if (isLane(asked)) return onLane(ctx, asked, wanted);
  const found = await lookUpCarriers(ctx, wanted, rowsNeeded(ctx, asked));
  const candidates = found.candidates.map((candidate) => ({ ...candidate, lane: undefined }));
  return { ...found, candidates, summary: summaryOf(asked, found, '') };
}

/** One more than the page shows, so that it is known whether there is a next one. */
const rowsNeeded = ({ paging }: ToolContext, { limit = limitDefault }: Asked): number =>
  paging.position.skip + Math.floor(limit) + 1;

function wantedOf({ query, equipment, place }: Asked): WantedCarriers {
  return { query, equipment: equipment === undefined ? undefined : carrierClassOf(equipment), ...homeOf(place) };
}

function homeOf(place: string | undefined): Pick<WantedCarriers, 'city' | 'state'> {
  if (place === undefined) return { city: undefined, state: undefined };
  const named = cityAndState(place) ?? cityBeforeState(place);
  if (named) return { city: named.city, state: named.state };
  if (place.includes(','))
    throw fieldError('BAD_REQUEST', 'place', `${recordText(place, 'list')} is not "City, ST" or a state`);
  return { city: undefined, state: stateArgument('place', place) };
}

async function onLane(ctx: ToolContext, asked: Asked, wanted: WantedCarriers): Promise<FoundCarriers> {
  const { originState, destinationState } = asked;
  const history = await laneHistory(ctx, {
    origin: originState === undefined ? undefined : stateArgument('originState', originState),
    destination: destinationState === undefined ? undefined : stateArgument('destinationState', destinationState),
  });
  const known = await lookUpOnLane(ctx, wanted, history.carriers);
  const byId = new Map(known.candidates.map((candidate) => [candidate.carrierId, candidate]));
  const candidates = history.carriers.flatMap((lane): RankedCarrier[] => {
    const candidate = byId.get(lane.carrierId);
    return candidate ? [{ ...candidate, lane }] : [];
  });
  const coverage = [...known.coverage, ...(history.coverage === undefined ? [] : [history.coverage])];
  const total = history.isComplete ? candidates.length : null;
  const ends = [originState, destinationState].map((state) =>
    state === undefined ? 'anywhere' : recordText(state, 'list'),
  );
  const summary = summaryOf(
    asked,
    { candidates, total },
    `that ran ${ends.join(' to ')} (${history.shipments} shipments, canceled ones left out)`,
  );
  return { candidates, total, coverage, summary };
}

/** Carriers of the lane that fit the rest of the question; a name or number is looked up as always. */
async function lookUpOnLane(ctx: ToolContext, wanted: WantedCarriers, lanes: readonly LaneCarrier[]): Promise<Lookup> {
  if (wanted.query !== undefined) return lookUpCarriers(ctx, wanted, Number.MAX_SAFE_INTEGER);
  const files = await carriersOf(
    ctx,
    lanes.map(({ carrierId }) => carrierId),
  );
  const candidates = files
    .filter((carrier) => fits(carrier, wanted))
    .map((carrier): Candidate => ({ carrierId: carrier.id, carrier, row: undefined }));
  return { candidates, total: candidates.length, coverage: [] };
}

/** The files of the carriers on this page; one that was deleted meanwhile is left out. */
async function withFiles(ctx: ToolContext, candidates: readonly RankedCarrier[]): Promise<readonly RankedCarrier[]> {
  const missing = candidates.flatMap(({ carrier, carrierId }) =>
    carrier === undefined && carrierId !== undefined ? [carrierId] : [],
  );
  const files = new Map((await carriersOf(ctx, missing)).map((carrier) => [carrier.id, carrier]));
  return candidates
    .map((candidate) => ({ ...candidate, carrier: candidate.carrier ?? files.get(candidate.carrierId ?? '') }))
    .filter(({ carrier, carrierId }) => carrierId === undefined || carrier !== undefined);
}

function summaryOf(
  { query, equipment, place }: Asked,
  { candidates, total }: Pick<Lookup, 'candidates' | 'total'>,
  lane: string,
): string {
  const asked = [
    query === undefined ? '' : `matching ${recordText(query, 'list')}`,
    equipment === undefined ? '' : `with ${recordText(equipment, 'list')}`,
    place === undefined ? '' : `based in ${recordText(place, 'list')}`,
    lane,
  ].filter((part) => part !== '');
  const count = total ?? candidates.length;
  const registry =
    candidates.length === total ? candidates.filter(({ carrierId }) => carrierId === undefined).length : 0;
  const words = `${count}${total === null ? ' or more' : ''} ${count === 1 ? 'carrier' : 'carriers'}`;
  return `${[words, ...asked].join(' ')}${registry > 0 ? `, ${registry} of them not onboarded` : ''}.`;
}
