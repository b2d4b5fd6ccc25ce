import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { activeAssignment } from '../../src/domain/freight/load.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import * as z from 'zod';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { shipmentFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatParty } from '../records/parties.ts';

export const restoreShipment = tool({
  name: 'restore_shipment',
  title: 'Bring back a canceled shipment',
  description: `Brings a canceled shipment back as it was, with its orders, loads and carriers, who are vetted again. A person confirms.`,
  toolset: 'desk',
  gate: 'confirm',
  hints: { destructive: false, idempotent: true, openWorld: false },
  operations: listPlannedOperations('shipments.uncancel'),
  input: z.strictObject({ shipment: RecordText }),
  output: z.object({}),
  async plan(ctx, { shipment: typed }) {
    const { record } = await resolve(ctx, shipmentFinder, typed);
    const { id, friendlyId, status } = record;
    if (status === 'CANCELED') return planOperation(ctx, { operation: 'shipments.uncancel', input: { id } });
    throw withNextActions(
      new WaybillError('CONFLICT', `${friendlyId} is ${formatCode(status)}: only a canceled shipment can be restored.`),
      [{ tool: 'get_shipment', arguments: { shipment: friendlyId }, why: 'shows what can be done with it' }],
    );
  },
  async finish(ctx, plan, [outcome]) {
    const shipment = await ctx.api.shipments.get({ id: String(outcome?.input['id']), by: 'id' });
    const { friendlyId, status, customer, loads } = shipment;
    const carriers = loads.flatMap((load) =>
      load.carriers
        .filter((assignment) => isMet(activeAssignment, assignment))
        .map(({ carrier }) => `${load.friendlyId} with ${formatParty(carrier, 'carrier')}`),
    );
    return writeResult({
      status: 'done',
      summary: `${friendlyId} is ${formatCode(status)} again, ${carriers.join(', ') || 'no carrier on it'}.`,
      record: { id: shipment.id, friendlyId, status, customer: customer?.name ?? null },
      undo: formatUndo(plan),
      untrusted: ['/record/customer'],
      nextActions: [
        { tool: 'get_shipment', arguments: { shipment: friendlyId }, why: 'shows whether its days still hold' },
      ],
    });
  },
});
