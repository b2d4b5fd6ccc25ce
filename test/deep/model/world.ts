/**
 * Facts of a brokerage that the rules need. Statuses and balances are not stored but follow from them (statuses.ts), so
 * that the model cannot share a mistake in keeping them up to date. All amounts are integer cents.
 */
export interface World {
  readonly customers: readonly ModelParty[];
  readonly carriers: readonly ModelParty[];
  readonly vendors: readonly ModelParty[];
  readonly quotes: ModelQuote[];
  readonly shipments: ModelShipment[];
  readonly orders: ModelOrder[];
  readonly loads: ModelLoad[];
  readonly trucks: ModelTruck[];
  readonly services: ModelService[];
  readonly bills: ModelBill[];
  readonly billPayments: ModelBillPayment[];
  readonly invoices: ModelInvoice[];
  readonly payments: ModelPayment[];
  readonly memos: Memo[];
}

export interface ModelParty {
  readonly id: string;
  readonly currency: string;
}

/** A record that can be deleted. */
export interface ModelRecord {
  readonly id: string;
  gone: boolean;
}

export interface ModelQuote extends ModelRecord {
  readonly customer: ModelParty;
  readonly orderId: string;
  status: 'DRAFT' | 'REQUESTED' | 'QUOTED' | 'WON' | 'LOST';
  amount: number | null;
  shipmentId: string | null;
}

export interface ModelShipment extends ModelRecord {
  readonly customer: ModelParty;
  /** Status while some load has no truck. */
  base: 'DRAFT' | 'PLANNING';
  isCanceled: boolean;
  hasProof: boolean;
}

export interface ModelOrder extends ModelRecord {
  readonly customer: ModelParty;
  shipmentId: string | null;
  charges: number;
  /** Billing step while no invoice covers it. */
  release: 'DOCS_NEEDED' | 'NOT_READY_TO_INVOICE' | 'READY_TO_INVOICE';
  /** An invoice was made or restarted since its shipment was last canceled. */
  isUnpaidSince: boolean;
}

export interface ModelLoad extends ModelRecord {
  readonly shipmentId: string;
  /** The load that it replaces. */
  readonly replaces: string | null;
  /** Replaced by another one and without a truck itself. */
  isClosed: boolean;
}

/** A carrier on a load. */
export interface ModelTruck extends ModelRecord {
  readonly loadId: string;
  readonly shipmentId: string;
  readonly payee: ModelParty;
  status: 'ACTIVE' | 'BOUNCED' | 'TONU';
}

export interface ModelService extends ModelRecord {
  readonly shipmentId: string;
  readonly payee: ModelParty;
  isDone: boolean;
}

export interface ModelBill extends ModelRecord {
  readonly kind: 'CARRIER' | 'VENDOR';
  /** The truck or the service. */
  readonly entityId: string;
  readonly payee: ModelParty;
  readonly currency: string;
  amount: number;
  isApproved: boolean;
}

export interface BillLine {
  readonly id: string;
  readonly billId: string;
  cents: number;
  /** Part of the cents that was paid above the bill. */
  excess: number;
}

export interface ModelBillPayment extends ModelRecord {
  readonly payee: ModelParty;
  readonly currency: string;
  lines: BillLine[];
  /** The credit that its excess made. */
  memoId: string | null;
}

export interface ModelInvoice extends ModelRecord {
  readonly shipmentId: string;
  readonly customer: ModelParty;
  readonly currency: string;
  readonly orderIds: readonly string[];
  readonly amount: number;
  date: string;
}

export interface CashLine {
  readonly invoiceId: string;
  readonly cents: number;
}

export interface ModelPayment extends ModelRecord {
  readonly customer: ModelParty;
  readonly currency: string;
  date: string;
  lines: readonly CashLine[];
  /** Memos whose credit it was given, in their order: credit that it carries is placed anew in that order. */
  memoIds: readonly string[];
}

export interface Credit {
  readonly invoiceId: string;
  readonly cents: number;
  /** The payment that carries it. */
  readonly paymentId: string | null;
}

export interface Memo extends ModelRecord {
  /** Null for the credit of a payee. */
  readonly customer: ModelParty | null;
  readonly currency: string;
  readonly amount: number;
  isVoid: boolean;
  credits: Credit[];
}

export const emptyWorld = (parties: Pick<World, 'customers' | 'carriers' | 'vendors'>): World => ({
  ...parties,
  quotes: [],
  shipments: [],
  orders: [],
  loads: [],
  trucks: [],
  services: [],
  bills: [],
  billPayments: [],
  invoices: [],
  payments: [],
  memos: [],
});

export const listLive = <Record extends ModelRecord>(records: readonly Record[]): Record[] =>
  records.filter(({ gone }) => !gone);

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0);

/** Returns the record that another one points to: the model never points to one that it does not have. */
export function requireRecord<Record extends { readonly id: string }>(records: readonly Record[], id: string): Record {
  const match = records.find((record) => record.id === id);
  if (!match) throw new Error(`the model has no record ${id}`);
  return match;
}
