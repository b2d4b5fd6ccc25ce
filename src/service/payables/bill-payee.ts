import type { Row } from '../../store/schema.ts';
import { factorOfRecord } from '../parties/carrier-factor-of.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireParty } from '../parties/party-use.ts';
import type { Billable } from './settlement.ts';

/** Who is owed for a load carrier or a service, in the columns of a bill, and what the payee's own record says. */
interface BillPayee {
  readonly columns: Pick<
    Row<'bill'>,
    | 'entity_type'
    | 'load_carrier_id'
    | 'service_id'
    | 'carrier_id'
    | 'vendor_id'
    | 'carrier_factor_id'
    | 'load_id'
    | 'shipment_id'
  >;
  readonly currency: string;
  readonly paymentTermId: string | null;
}

export async function payeeOf(ctx: ServiceContext, billable: Billable): Promise<BillPayee> {
  return billable.entityType === 'CARRIER' ? carrierPayee(ctx, billable.row) : vendorPayee(ctx, billable.row);
}

async function carrierPayee(ctx: ServiceContext, row: Row<'load_carrier'>): Promise<BillPayee> {
  const carrier = await requireParty(ctx, 'carrier', row.carrier_id);
  return {
    columns: {
      entity_type: 'CARRIER',
      load_carrier_id: row.id,
      service_id: null,
      carrier_id: carrier.id,
      vendor_id: null,
      carrier_factor_id: await factorOfRecord(ctx, carrier.id),
      load_id: row.load_id,
      shipment_id: row.shipment_id,
    },
    currency: carrier.currency ?? row.currency,
    paymentTermId: carrier.payment_term_id,
  };
}

async function vendorPayee(ctx: ServiceContext, row: Row<'service'>): Promise<BillPayee> {
  const vendor = await requireParty(ctx, 'vendor', row.vendor_id);
  return {
    columns: {
      entity_type: 'VENDOR',
      load_carrier_id: null,
      service_id: row.id,
      carrier_id: null,
      vendor_id: vendor.id,
      carrier_factor_id: null,
      load_id: null,
      shipment_id: row.shipment_id,
    },
    currency: vendor.currency ?? row.currency,
    paymentTermId: vendor.payment_term_id,
  };
}
