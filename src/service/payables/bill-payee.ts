import type { Row } from '../../store/schema.ts';
import { findFactorId } from '../parties/carrier-factor-of.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireParty } from '../parties/party-use.ts';
import type { Billable } from './settlement.ts';

/** The payee of a load carrier or a service, in the columns of a bill, with the payee's own record. */
interface PayeeOfBill {
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

export async function readPayee(ctx: ServiceContext, billable: Billable): Promise<PayeeOfBill> {
  return billable.entityType === 'CARRIER' ? readCarrierPayee(ctx, billable.row) : readVendorPayee(ctx, billable.row);
}

async function readCarrierPayee(ctx: ServiceContext, row: Row<'load_carrier'>): Promise<PayeeOfBill> {
  const carrier = await requireParty(ctx, 'carrier', row.carrier_id);
  return {
    columns: {
      entity_type: 'CARRIER',
      load_carrier_id: row.id,
      service_id: null,
      carrier_id: carrier.id,
      vendor_id: null,
      carrier_factor_id: await findFactorId(ctx, carrier.id),
      load_id: row.load_id,
      shipment_id: row.shipment_id,
    },
    currency: carrier.currency ?? row.currency,
    paymentTermId: carrier.payment_term_id,
  };
}

async function readVendorPayee(ctx: ServiceContext, row: Row<'service'>): Promise<PayeeOfBill> {
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
