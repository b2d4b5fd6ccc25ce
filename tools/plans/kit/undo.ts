import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { BackCall, PlanDraft } from '../../../src/mcp/tool/plan.ts';
import type { ResolvedCall } from './call.ts';
import { formatFormerValues } from './input-lines.ts';

/** Sentences about undo, for operations whose undo has a limit of its own. */
const undoLimits: Readonly<Partial<Record<OperationName, string>>> = {
  'bills.approve': 'undo takes it back, while nothing is paid on it.',
  'bills.batchApprove': 'undo takes all of them back, while nothing is paid on them.',
  'loads.addCarrier': 'undo takes the carrier off the load, before the truck is loaded; nothing is paid.',
  'loads.rebook': 'undo deletes the new load, while it has no carrier; the one that it replaces stays canceled.',
  'quotes.convertToShipment': 'undo cancels the new shipment; the quote stays won.',
  'shipments.create': 'undo cancels the new shipment, while it is not delivered.',
  'shipments.duplicate': 'undo cancels the new shipment, while it is not delivered.',
  'carriers.create': 'undo makes it inactive; a carrier is not deleted.',
  'customers.create': 'undo makes it inactive; a customer is not deleted.',
};

/** Sentences about writes that other writes take back, for operations that `undo` can't take back. */
const otherWays: Readonly<Partial<Record<OperationName, string>>> = {
  'loads.create': 'replace_carrier with the new load takes the carrier off again; the load stays open.',
};

const changeAgain = "Can't be undone in one step. Change it again to the values shown above.";

/** Reasons why nothing brings back what a write changes, by its verb. */
const reasons: Readonly<Record<string, string>> = {
  create: "Can't be undone: a new record can't be deleted.",
  delete: "Can't be undone: a deleted record stays deleted. Add it again.",
  sendRemittance: "Can't be undone: sent mail can't be recalled.",
};

/** Describes how a write is undone: by the tool `undo` where that can, else by changing it again, else why it stays. */
export function describeUndo(
  call: Pick<ResolvedCall, 'entry' | 'input' | 'current'>,
  back: readonly BackCall[],
  timeZone: string,
): Pick<PlanDraft, 'undo' | 'isFinal'> {
  const { entry, current } = call;
  const [, verb = ''] = entry.name.split('.');
  const otherWay = otherWays[entry.name];
  if (back.length === 0 && otherWay !== undefined) return { undo: otherWay };
  if (back.length === 0)
    return isChange(entry) ? { undo: changeAgain } : { undo: reasons[verb] ?? "Can't be undone.", isFinal: true };
  const sentence = undoLimits[entry.name];
  if (sentence !== undefined) return { undo: sentence };
  return {
    undo:
      current && isChange(entry)
        ? `undo puts back what was there${formatFormerValues(call.input, current, timeZone)}.`
        : 'undo takes it back, while nothing depends on it.',
  };
}

const isChange = ({ operation }: CatalogueEntry) => operation.method === 'PATCH';
