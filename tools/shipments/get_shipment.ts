import * as z from 'zod';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { estimateTokens, tokensMax } from '../../src/mcp/results/tokens.ts';
import { createOrderCheck, type OrderCheck } from '../../src/mcp/text/instruction-like.ts';
import { formatWarnings } from '../../src/mcp/text/warnings.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { shipmentFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { suggestShipmentSteps } from './shipment-steps.ts';
import { snapshotOperations, type JudgedShipment } from './shipment-snapshot.ts';
import { readJudgedShipment } from './judged-shipment.ts';
import { marginDefinition } from './shipment-margin.ts';
import {
  type Caps,
  type StoryAt,
  formatStory,
  storyPointers,
  buildStoryRecord,
  formatStorySummary,
} from './shipment-report.ts';

/** A long route or many papers show less of each list, never half a sentence. */
const capsTried: readonly Caps[] = [
  { stops: 10, others: 10 },
  { stops: 6, others: 6 },
  { stops: 4, others: 3 },
  { stops: 2, others: 2 },
];

export const getShipment = tool({
  name: 'get_shipment',
  title: 'Show a shipment',
  description: `The whole story of one shipment (load): customer, freight, stops with windows, times and dwell, whom to call, loads with carrier, driver and truck, charges, margin, papers, what blocks billing, bills, invoice, what comes next.
Takes a load number, uuid, client key or reference. For the status of several use track_shipments; to search use list_shipments.`,
  toolset: 'desk',
  gate: 'none',
  operations: ['shipments.get', 'shipments.filter', 'shipments.track', ...snapshotOperations],
  input: z.strictObject({ shipment: RecordText }),
  output: z.object({
    record: z.record(z.string(), z.unknown()),
    resolved: z.object({ query: z.string(), as: z.string() }),
    definitions: z.string(),
  }),
  async read(ctx, { shipment }) {
    const { record, resolved } = await resolve(ctx, shipmentFinder, shipment);
    const snapshot = await readJudgedShipment(ctx, record);
    const { marginFloor, rules } = ctx.policy;
    const at = { now: ctx.now(), rules: { ...rules, marginFloor } };
    const check = createOrderCheck();
    const results = capsTried.map((caps) => () => buildResult(snapshot, { resolved, at, caps, check }));
    for (const build of results) {
      const result = build();
      const size = Math.max(
        estimateTokens(`${result.text}\n${formatWarnings(result.data, check)}`),
        estimateTokens(JSON.stringify(result.data)),
      );
      if (size <= tokensMax) return result;
    }
    return buildResult(snapshot, { resolved, at, caps: { stops: 2, others: 1 }, check });
  },
});

interface ShipmentStory {
  readonly resolved: { readonly query: string; readonly as: string };
  readonly at: StoryAt;
  readonly caps: Caps;
  readonly check: OrderCheck;
}

function buildResult(snapshot: JudgedShipment, { resolved, at, caps, check }: ShipmentStory) {
  const record = buildStoryRecord(snapshot, at, caps);
  return recordResult({
    summary: formatStorySummary(snapshot, at.now),
    asOf: at.now,
    lines: [...formatStory(snapshot, record, at), marginDefinition],
    data: { record, resolved, definitions: marginDefinition },
    untrusted: storyPointers,
    nextActions: suggestShipmentSteps(snapshot, at.rules),
    check,
  });
}
