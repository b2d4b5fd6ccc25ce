import * as z from 'zod';
import { addDays, getToday } from '../../src/domain/kit/dates.ts';
import { laneDays, laneRecentDays } from '../../src/domain/places/lane-rule.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { parseCarrierClass } from '../arguments/equipment-words.ts';
import { carrierFinder, customerFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { listClasses } from './lane-equipment.ts';
import { parseLanePlace } from './lane-place.ts';
import { loadLaneQuotes } from './lane-quotes.ts';
import { buildLaneHistoryResult } from './lane-result.ts';
import { loadLaneRuns } from './lane-runs.ts';
import { checkPlaces } from './unknown-places.ts';

const Input = z.strictObject({
  origin: RecordText,
  destination: RecordText,
  equipment: z.string().max(80).optional(),
  days: z.number().int().min(1).max(3660).optional(),
  customer: RecordText.optional(),
  carrier: RecordText.optional(),
});
type LaneHistoryInput = z.output<typeof Input>;

export const laneHistory = tool({
  name: 'lane_history',
  title: 'Lane history',
  description: `What a lane cost and sold at: buy, sell, per mile, margin, the last ${laneRecentDays} days, carriers, quotes won and lost. Places: city, ZIP, state, market.`,
  toolset: 'insight',
  gate: 'none',
  operations: [
    'customers.get',
    'customers.filter',
    'customers.search',
    'carriers.get',
    'carriers.filter',
    'carriers.search',
  ],
  input: Input,
  output: z.object({
    lane: z.record(z.string(), z.unknown()),
    byCurrency: z.array(z.record(z.string(), z.unknown())),
    carriers: z.array(z.record(z.string(), z.unknown())),
    otherLoads: z.record(z.string(), z.unknown()),
    lastLoads: z.array(z.record(z.string(), z.unknown())),
    quotes: z.record(z.string(), z.unknown()).nullable(),
    definition: z.string(),
  }),
  async read(ctx, input) {
    const { question, equipment, about: criteria } = await parseInput(ctx, input);
    const records = await ctx.records();
    await checkPlaces(records, question);
    const laneRuns = await loadLaneRuns(
      records,
      question,
      (run) => equipment === undefined || listClasses(run.equipment).includes(equipment),
    );
    const quotes =
      question.carrierId === undefined
        ? await loadLaneQuotes(records, question, { level: laneRuns.level, timeZone: ctx.timeZone, equipment })
        : undefined;
    const recentFrom = addDays(question.today, -laneRecentDays);
    return buildLaneHistoryResult({
      input,
      criteria,
      question,
      laneRuns,
      quotes,
      recentFrom,
      asOf: ctx.now(),
      completeness: ctx.completeness(),
    });
  },
});

async function parseInput(ctx: ToolContext, input: LaneHistoryInput) {
  const { origin, destination, equipment, customer, carrier } = await readTogether({
    origin: () => parseLanePlace('origin', input.origin),
    destination: () => parseLanePlace('destination', input.destination),
    equipment: () => (input.equipment === undefined ? undefined : parseCarrierClass(input.equipment)),
    customer: () => (input.customer === undefined ? undefined : resolve(ctx, customerFinder, input.customer)),
    carrier: () => (input.carrier === undefined ? undefined : resolve(ctx, carrierFinder, input.carrier)),
  });
  return {
    question: {
      origin,
      destination,
      days: input.days ?? laneDays,
      today: getToday(ctx.timeZone, ctx.askedAt),
      customerId: customer?.record.id,
      carrierId: carrier?.record.id,
    },
    equipment,
    about: { equipment, customer: customer?.record, carrier: carrier?.record },
  };
}
