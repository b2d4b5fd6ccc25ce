import { invoicedStatuses } from '../../domain/money/order-billing.ts';
import type { ServiceContext } from '../shared/context.ts';

interface OpenMoney {
  readonly one: string;
  readonly many: string;
  /** Advice on how to close the open records. */
  readonly remedy: string;
  /** Finds the open records of a party, with the numbers that people use for them. */
  readonly find: (ctx: ServiceContext, partyId: string) => Promise<readonly { readonly number: string }[]>;
}

/** Records that each kind of party may have open, in the order in which a refusal names them. */
export const openMoney = {
  customer: [
    {
      one: 'unpaid invoice',
      many: 'unpaid invoices',
      remedy: 'record the payment or void the bills that are not owed',
      find: (ctx, id) =>
        ctx.db
          .selectFrom('invoice')
          .where('organization_id', '=', ctx.organizationId)
          .where('customer_id', '=', id)
          .where('owed_cents', '>', 0)
          .where('status', '<>', 'VOIDED')
          .where('deleted_at', 'is', null)
          .select('invoice.friendly_id as number')
          .execute(),
    },
    openCredit('customer_id'),
    {
      one: 'order that is not invoiced',
      many: 'orders that are not invoiced',
      remedy: 'invoice or cancel its shipments',
      find: (ctx, id) =>
        ctx.db
          .selectFrom('freight_order')
          .where('organization_id', '=', ctx.organizationId)
          .where('customer_id', '=', id)
          .where('shipment_id', 'is not', null)
          .where('billing_status', 'not in', invoicedStatuses)
          .where('status', '<>', 'CANCELED')
          .where('deleted_at', 'is', null)
          .select('freight_order.friendly_id as number')
          .execute(),
    },
  ],
  carrier: [
    buildUnpaidBills('carrier_id'),
    openCredit('carrier_id'),
    {
      one: 'load that is not billed',
      many: 'loads that are not billed',
      remedy: 'record the bill or take the carrier off',
      find: (ctx, id) =>
        ctx.db
          .selectFrom('load_carrier')
          .innerJoin('load', 'load.id', 'load_carrier.load_id')
          .where('load_carrier.organization_id', '=', ctx.organizationId)
          .where('load_carrier.carrier_id', '=', id)
          .where('load_carrier.billing_status', '=', 'AWAITING_INVOICE')
          .where('load_carrier.deleted_at', 'is', null)
          .where((eb) =>
            eb.or([
              eb('load_carrier.status', '=', 'TONU'),
              eb.and([eb('load_carrier.status', '=', 'ACTIVE'), eb('load.status', '<>', 'CANCELED')]),
            ]),
          )
          .select('load.friendly_id as number')
          .execute(),
    },
  ],
  vendor: [
    buildUnpaidBills('vendor_id'),
    openCredit('vendor_id'),
    {
      one: 'service that is not billed',
      many: 'services that are not billed',
      remedy: 'record the bill or delete the service',
      find: (ctx, id) =>
        ctx.db
          .selectFrom('service')
          .where('organization_id', '=', ctx.organizationId)
          .where('vendor_id', '=', id)
          .where('status', 'in', ['ACTIVE', 'AWAITING_INVOICE'])
          .where('deleted_at', 'is', null)
          .select('service.friendly_id as number')
          .execute(),
    },
  ],
  carrier_factor: [
    {
      one: 'payment method of a carrier that names it',
      many: 'payment methods of carriers that name it',
      remedy: 'change or delete those',
      find: (ctx, id) =>
        ctx.db
          .selectFrom('carrier_payment_method as method')
          .innerJoin('carrier', 'carrier.id', 'method.carrier_id')
          .where('method.organization_id', '=', ctx.organizationId)
          .where('method.carrier_factor_id', '=', id)
          .where('method.deleted_at', 'is', null)
          .select('carrier.friendly_id as number')
          .execute(),
    },
    buildUnpaidBills('carrier_factor_id'),
  ],
} as const satisfies Record<string, readonly OpenMoney[]>;

function buildUnpaidBills(column: 'carrier_id' | 'vendor_id' | 'carrier_factor_id'): OpenMoney {
  return {
    one: 'unpaid bill',
    many: 'unpaid bills',
    remedy: 'pay or delete its open bills',
    find: (ctx, id) =>
      ctx.db
        .selectFrom('bill')
        .where('organization_id', '=', ctx.organizationId)
        .where(column, '=', id)
        .where('status', '<>', 'PAID')
        .where('deleted_at', 'is', null)
        .select('bill.friendly_id as number')
        .execute(),
  };
}

function openCredit(column: 'customer_id' | 'carrier_id' | 'vendor_id'): OpenMoney {
  return {
    one: 'credit memo with credit left',
    many: 'credit memos with credit left',
    remedy: 'apply or void that',
    find: (ctx, id) =>
      ctx.db
        .selectFrom('credit_memo')
        .where('organization_id', '=', ctx.organizationId)
        .where(column, '=', id)
        .where('remaining_cents', '>', 0)
        .where('deleted_at', 'is', null)
        .select('credit_memo.friendly_id as number')
        .execute(),
  };
}
