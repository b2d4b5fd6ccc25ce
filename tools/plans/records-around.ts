import type { CatalogueEntry } from '../../src/contract/catalogue.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { namedRecords } from '../records/named-records.ts';
import type { NamedRecord } from '../records/record-names.ts';
import { appliedMoney } from './money/applied-money.ts';

/** What the input names, and whom all of that is with. */
export async function recordsAround(
  ctx: ToolContext,
  { name }: CatalogueEntry,
  input: JsonObject,
  current: JsonObject | undefined,
): Promise<readonly NamedRecord[]> {
  const applied = appliedMoney(name, input, current).applications.map(({ target }) => target);
  // What a change replaces; the money of a payment is followed above.
  const { applications: _bills, creditApplications: _credits, ...changed } = input;
  const former = Object.fromEntries(Object.keys(changed).map((member) => [member, current?.[member]]));
  // A vendor's bill is for a service; a carrier's place on a load is read with its load only.
  const vendedServiceId = input['entityType'] === 'VENDOR' ? input['entityId'] : undefined;
  // A stop moves every order and load that visits it.
  const visitors = { orderIds: current?.['orderIds'], loadIds: current?.['loadIds'] };
  const asked = await namedRecords(ctx, { ...input, applied, former, vendedServiceId, visitors });
  // An order is invoiced with its shipment.
  const orders = asked.filter(({ resource }) => resource === 'orders');
  const shipments = await namedRecords(ctx, { shipmentIds: orders.map(({ record }) => record['shipmentId']) });
  const records = [...asked, ...shipments].map(({ record }) => record);
  const parties = await namedRecords(ctx, { parties: [current, ...records].map(partiesOf) });
  const byId = [...parties, ...shipments, ...asked].map((one) => [one.record['id'], one] as const);
  return [...new Map(byId.toReversed()).values()];
}

/** Whom the record is with: where its mail goes, and who is paid. A quote is as good as the stops of its order. */
function partiesOf(current: JsonObject | undefined): JsonObject {
  const id = (name: string) => {
    const party = current?.[name];
    return isPlainRecord(party) ? party['id'] : undefined;
  };
  return {
    customerId: id('customer'),
    carrierId: id('carrier'),
    vendorId: id('vendor'),
    carrierFactorId: id('carrierFactor'),
    orderId: id('order'),
  };
}
