import { formatUndo, type Undo } from '../../src/mcp/text/undo-text.ts';
import { formatCall } from '../../src/mcp/text/format-call.ts';
import { activeAssignment } from '../../src/domain/freight/load.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import * as z from 'zod';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import type { PlanDraft, StepOutcome } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { MoneyText } from '../arguments/money-input.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatWireAmount } from '../records/amounts.ts';
import { findLoadToBook, formatCarrier } from './booked-load.ts';
import { planBooking, readBooking } from './booking-call.ts';
import { loadTexts, loadView, readAfter, type AfterBooking } from './booking-result.ts';

const Short = z.string().min(1).max(64);

export const bookCarrier = tool({
  name: 'book_carrier',
  title: 'Book a carrier',
  description: `Books a carrier on the open load of a shipment, which is made when there is none. A person confirms: vetting, margin, equipment, lane rate.
Nothing is sent to the carrier. To change who runs it: replace_carrier.`,
  toolset: 'desk',
  gate: 'confirm',
  hints: { destructive: false, idempotent: false, openWorld: false },
  operations: listPlannedOperations('loads.addCarrier', 'loads.create'),
  input: z.strictObject({
    shipment: RecordText.optional(),
    load: RecordText.optional(),
    carrier: RecordText,
    rate: MoneyText,
    accessorials: z.array(z.string().max(100)).max(20).optional().describe('"lumper 150"'),
    driver: z.string().min(1).max(200).optional(),
    phone: Short.optional(),
    truck: Short.optional(),
    trailer: Short.optional(),
  }),
  output: z.object({}),
  async plan(ctx, { shipment: typed, load: loadText, ...booking }): Promise<PlanDraft> {
    const target = await findLoadToBook(ctx, { shipment: typed, load: loadText });
    const booked = await readBooking(ctx, target.shipment, booking);
    const draft = await planBooking(ctx, target, booked);
    return { ...draft, ...(target.load && describeUndo(target.load.friendlyId)) };
  },
  async finish(ctx, _plan, [outcome]) {
    const after = await readAfter(ctx, getLoadId(outcome));
    const { load } = after;
    const name = load?.friendlyId ?? 'the load';
    return writeResult({
      status: 'done',
      summary: formatBookedSummary(after),
      record: loadView(after),
      undo: formatUndo(describeUndo(name)),
      untrusted: loadTexts,
      nextActions: suggestActions(after),
    });
  },
});

const describeUndo = (load: string): Undo => ({
  undo: 'The carrier can be taken off before the truck is loaded; nothing is owed.',
  undoCall: formatCall('replace_carrier', { load, reason: 'booked by mistake' }),
});

/**
 * Returns text such as "LD-1001 of SHP-1001 is booked with Prairie Haul (C100001) at $1,500.00; margin $500.00 (25.0
 * %)."
 */
function formatBookedSummary({ shipment, load, margin }: AfterBooking): string {
  const carrier = load?.carriers.findLast((assignment) => isMet(activeAssignment, assignment));
  if (!load || !carrier) return `The carrier is booked on ${shipment.friendlyId}; ${margin}.`;
  const rate = formatWireAmount(carrier.totalCost, carrier.currency);
  return `${load.friendlyId} of ${shipment.friendlyId} is booked with ${formatCarrier(carrier)} at ${rate}; ${margin}.`;
}

function suggestActions({ shipment, load }: AfterBooking): readonly NextAction[] {
  const story: NextAction = {
    tool: 'get_shipment',
    arguments: { shipment: shipment.friendlyId },
    why: 'shows the stops and whom to call; the rate confirmation is sent outside of this API',
  };
  if (!load) return [story];
  const replace = { load: load.friendlyId, reason: 'fell off' };
  return [story, { tool: 'replace_carrier', arguments: replace, why: 'if the carrier falls off' }];
}

/**
 * Returns the load's id from the answer of a step. Adding a carrier answers with the load's id, creating a load with
 * the load.
 */
function getLoadId(outcome: StepOutcome | undefined): string {
  const answer = outcome?.status === 'done' && isPlainRecord(outcome.answer) ? outcome.answer : {};
  return String(answer['loadId'] ?? answer['id']);
}
