import type { CatalogueEntry } from '../../src/contract/catalogue.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readNamedRecords } from '../records/named-records.ts';
import type { NamedRecord } from '../records/record-names.ts';
import { getAppliedMoney } from './money/applied-money.ts';

/** Reads the records that the input names, and the parties of all of them. */
export async function readRelatedRecords(
  ctx: ToolContext,
  { name }: CatalogueEntry,
  input: JsonObject,
  current: JsonObject | undefined,
): Promise<readonly NamedRecord[]> {
  const applied = getAppliedMoney(name, input, current).applications.map(({ target }) => target);
  // What a change replaces; the money of a payment is followed above.
  const { applications: _bills, creditApplications: _credits, ...changed } = input;
  const former = Object.fromEntries(Object.keys(changed).map((member) => [member, current?.[member]]));
  // A vendor's bill is for a service; a carrier's place on a load is read with its load only.
  const vendedServiceId = input['entityType'] === 'VENDOR' ? input['entityId'] : undefined;
  // A stop moves every order and load that visits it.
  const visitors = { orderIds: current?.['orderIds'], loadIds: current?.['loadIds'] };
  const inputRecords = await readNamedRecords(ctx, { ...input, applied, former, vendedServiceId, visitors });
  // An order is invoiced with its shipment.
  const orders = inputRecords.filter(({ resource }) => resource === 'orders');
  const shipments = await readNamedRecords(ctx, { shipmentIds: orders.map(({ record }) => record['shipmentId']) });
  const records = [...inputRecords, ...shipments].map(({ record }) => record);
  const parties = await readNamedRecords(ctx, { parties: [current, ...records].map(getPartyIds) });
  const byId = [...parties, ...shipments, ...inputRecords].map((item) => [item.record['id'], item] as const);
  return [...new Map(byId.toReversed()).values()];
}

/**
 * Returns the ids of a record's parties: where its mail goes, and who is paid. A quote also depends on the stops of its
 * order.
 */
function getPartyIds(current: JsonObject | undefined): JsonObject {
  const getId = (name: string) => {
    const party = current?.[name];
    return isPlainRecord(party) ? party['id'] : undefined;
  };
  return {
    customerId: getId('customer'),
    carrierId: getId('carrier'),
    vendorId: getId('vendor'),
    carrierFactorId: getId('carrierFactor'),
    orderId: getId('order'),
  };
}
