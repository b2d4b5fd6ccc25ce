import { catalogue } from '../../../src/contract/catalogue.ts';

type Json = Readonly<Record<string, unknown>>;

/** Operations that take another one back, on the same record. */
const opposites: Readonly<Record<string, string>> = {
  'shipments.cancel': 'shipments.uncancel',
  'shipments.uncancel': 'shipments.cancel',
  'shipments.readyToInvoice': 'shipments.notReadyToInvoice',
  'shipments.notReadyToInvoice': 'shipments.readyToInvoice',
  'bills.approve': 'bills.unapprove',
  'bills.unapprove': 'bills.approve',
};

const byOperation: Readonly<Record<string, string>> = {
  'loads.addCarrier': 'api_write loads.bounce takes the carrier off the load; nothing is paid.',
  'bills.batchApprove': 'api_write bills.unapprove for each bill, while nothing is paid on it.',
  'bills.revert': 'Cannot be undone: the bill and its payments are deleted; record them anew.',
  'quotes.convertToShipment': 'cancel_shipment cancels the new shipment; the quote stays WON.',
};

/** Calls that are complete once it is known what was made. */
const byAnswer: Readonly<Record<string, (answer: Json) => { operation: string; input: Json }>> = {
  'loads.addCarrier': ({ loadId, loadCarrierId }) => ({
    operation: 'loads.bounce',
    input: { loadId, carrierId: loadCarrierId },
  }),
};

const byVerb: Readonly<Record<string, string>> = {
  create: 'There is no way back through this tool: deleting it is not offered.',
  update: 'The same operation with the former values, which the plan shows.',
  delete: 'Cannot be undone through the API: the record stays readable for filters that ask for deleted ones.',
};

const offered: ReadonlySet<string> = new Set(
  catalogue()
    .filter(({ gate }) => gate !== 'off')
    .map(({ name }) => name),
);

/** How a raw write is taken back; with the id of what was written, as a call that is complete. */
export function undoOf(operation: string, id?: unknown): string {
  const [resource = '', verb = ''] = operation.split('.');
  const remover = verb === 'create' ? `${resource}.delete` : opposites[operation];
  if (remover !== undefined && offered.has(remover)) {
    const call = typeof id === 'string' ? ` ${JSON.stringify({ operation: remover, input: { id } })}` : ` ${remover}`;
    return `api_write${call}, while nothing depends on it.`;
  }
  return (
    byOperation[operation] ??
    byVerb[verb] ??
    'There is no general way back; see the operations of the same resource with api_search.'
  );
}

/** The complete call that takes a write back, where its answer is needed to name what was made. */
export function undoOfAnswer(operation: string, answer: Json): string | undefined {
  const call = byAnswer[operation]?.(answer);
  return call && `api_write ${JSON.stringify(call)}, before the truck is loaded.`;
}
