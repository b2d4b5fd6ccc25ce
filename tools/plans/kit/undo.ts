import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { BackCall } from '../../../src/mcp/tool/plan.ts';
import type { Call } from './call.ts';
import { formerWords } from './raw-plan.ts';

/** Until when, where it is not until something else hangs on it. */
const until: Readonly<Partial<Record<OperationName, string>>> = {
  'bills.approve': 'undo takes it back, while nothing is paid on it.',
  'bills.batchApprove': 'undo takes all of them back, while nothing is paid on them.',
  'loads.addCarrier': 'undo takes the carrier off the load, before the truck is loaded; nothing is paid.',
  'loads.rebook': 'undo deletes the new load, while it has no carrier; the one that it replaces stays canceled.',
  'quotes.convertToShipment': 'undo cancels the new shipment; the quote stays WON.',
  'shipments.create': 'undo cancels the new shipment, while it is not delivered.',
  'shipments.duplicate': 'undo cancels the new shipment, while it is not delivered.',
  'carriers.create': 'undo makes it INACTIVE; a carrier is not deleted.',
  'customers.create': 'undo makes it INACTIVE; a customer is not deleted.',
};

/** Why a write stays, by its verb. */
const reasons: Readonly<Record<string, string>> = {
  create: 'There is no way back: what is made here is not deleted.',
  update: 'There is no way back in one step: change it again to what stood there before, as shown above.',
  delete: 'There is no way back: what is deleted stays deleted; add it anew.',
  sendRemittance: 'There is no way back: a mail that left is not called back.',
};

/** What takes a write back, as a person reads it: the tool `undo` where there is a way, else why there is none. */
export function undoText(call: Pick<Call, 'entry' | 'input' | 'current'>, back: readonly BackCall[]): string {
  const { entry, current } = call;
  const [, verb = ''] = entry.name.split('.');
  if (back.length === 0) return reasons[verb] ?? 'There is no way back.';
  const said = until[entry.name];
  if (said !== undefined) return said;
  return current && isChange(entry)
    ? `undo puts back what was there${formerWords(call.input, current)}.`
    : 'undo takes it back, while nothing depends on it.';
}

const isChange = ({ operation }: CatalogueEntry) => operation.method === 'PATCH';
