import * as z from 'zod';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { estimateTokens, tokensMax } from '../../src/mcp/results/tokens.ts';
import { warningText } from '../../src/mcp/text/warnings.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { shipmentFinder } from '../arguments/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/resolve.ts';
import { shipmentActions } from './shipment-billing.ts';
import { factsOf, factsOperations, type ShipmentFacts } from './shipment-facts.ts';
import { marginDefinition } from './shipment-margin.ts';
import { type Caps, storyLines, storyPointers, storyRecord, storySummary } from './shipment-report.ts';

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
  description: `The whole story of one shipment (load): customer, stops with windows and actual times in local time, late or on time, loads and carriers, revenue, cost and margin (booked and actual), documents and POD, billing status and what blocks it, bills, invoice, and what may be done next.
Takes a load number, uuid, client key or reference. For the status of several use track_shipments; to search use list_shipments.`,
  toolset: 'desk',
  gate: 'none',
  operations: ['shipments.get', 'shipments.filter', 'shipments.track', ...factsOperations],
  input: z.strictObject({ shipment: RecordText }),
  output: z.object({
    record: z.record(z.string(), z.unknown()),
    resolved: z.object({ query: z.string(), as: z.string() }),
    definitions: z.string(),
  }),
  async read(ctx, { shipment }) {
    const { record, resolved } = await resolve(ctx, shipmentFinder, shipment);
    const facts = await factsOf(ctx, record);
    const now = ctx.now();
    const results = capsTried.map((caps) => () => resultOf(facts, { resolved, now, caps }));
    for (const build of results) {
      const result = build();
      const size = Math.max(
        estimateTokens(`${result.text}\n${warningText(result.data)}`),
        estimateTokens(JSON.stringify(result.data)),
      );
      if (size <= tokensMax) return result;
    }
    return resultOf(facts, { resolved, now, caps: { stops: 2, others: 1 } });
  },
});

interface Showing {
  readonly resolved: { readonly query: string; readonly as: string };
  readonly now: string;
  readonly caps: Caps;
}

function resultOf(facts: ShipmentFacts, { resolved, now, caps }: Showing) {
  const record = storyRecord(facts, now, caps);
  return recordResult({
    summary: storySummary(facts, now),
    asOf: now,
    lines: [...storyLines(facts, record), marginDefinition],
    data: { record, resolved, definitions: marginDefinition },
    untrusted: storyPointers,
    nextActions: shipmentActions(facts),
  });
}
