import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { BackCall, PlanDraft } from '../../../src/mcp/tool/plan.ts';
import type { Undo } from '../../../src/mcp/text/undo-text.ts';
import type { ResolvedCall } from './call.ts';
import { formatFormerValues } from './input-lines.ts';

/** Sentences about what the tool `undo` does, for operations whose undo has a limit of its own. */
const undoLimits: Readonly<Partial<Record<OperationName, string>>> = {
  'bills.approve': 'The approval can be taken back while nothing is paid on the bill.',
  'bills.batchApprove': 'The approvals can be taken back while nothing is paid on the bills.',
  'loads.addCarrier': 'The carrier can be taken off before the truck is loaded; nothing is paid.',
  'loads.rebook': 'The new load can be deleted while it has no carrier; the one that it replaces stays canceled.',
  'quotes.convertToShipment': 'The new shipment can be canceled; the quote stays won.',
  'shipments.create': 'The new shipment can be canceled while it is not delivered.',
  'shipments.duplicate': 'The new shipment can be canceled while it is not delivered.',
  'carriers.create': 'The carrier can be made inactive; it is not deleted.',
  'customers.create': 'The customer can be made inactive; it is not deleted.',
};

/** Sentences about writes that other writes take back, for operations that `undo` can't take back. */
const otherWays: Readonly<Partial<Record<OperationName, Undo>>> = {
  'loads.create': { undo: 'The carrier can be taken off again; the load stays open.', undoCall: 'replace_carrier' },
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
): Pick<PlanDraft, 'undo' | 'undoCall' | 'isFinal'> {
  const { entry, current } = call;
  const [, verb = ''] = entry.name.split('.');
  const otherWay = otherWays[entry.name];
  if (back.length === 0 && otherWay !== undefined) return otherWay;
  if (back.length === 0)
    return isChange(entry) ? { undo: changeAgain } : { undo: reasons[verb] ?? "Can't be undone.", isFinal: true };
  const sentence = undoLimits[entry.name];
  if (sentence !== undefined) return { undo: sentence, undoCall: 'undo' };
  return {
    undo:
      current && isChange(entry)
        ? `What was there can be put back${formatFormerValues(call.input, current, timeZone)}.`
        : 'It can be taken back while nothing depends on it.',
    undoCall: 'undo',
  };
}

const isChange = ({ operation }: CatalogueEntry) => operation.method === 'PATCH';
