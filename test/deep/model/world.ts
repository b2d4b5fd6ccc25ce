/**
 * What the rules know of a brokerage: facts only. Statuses and balances are not kept here but follow from the facts
 * (standing.ts), so that the model cannot share a mistake in keeping them up to date. All amounts are integer cents.
 */
export interface World {
  readonly customers: readonly Party[];
  readonly carriers: readonly Party[];
  readonly vendors: readonly Party[];
  readonly quotes: Quote[];
  readonly shipments: Shipment[];
  readonly orders: Order[];
  readonly loads: Load[];
  readonly trucks: Truck[];
  readonly services: Service[];
  readonly bills: Bill[];
  readonly billPayments: BillPayment[];
  readonly invoices: Invoice[];
  readonly payments: Payment[];
  readonly memos: Memo[];
}

export interface Party {
  readonly id: string;
  readonly currency: string;
}

/** A record that can be deleted. */
export interface Kept {
  readonly id: string;
  gone: boolean;
}

export interface Quote extends Kept {
  readonly customer: Party;
  readonly orderId: string;
  status: 'DRAFT' | 'REQUESTED' | 'QUOTED' | 'WON' | 'LOST';
  amount: number | null;
  shipmentId: string | null;
}

export interface Shipment extends Kept {
  readonly customer: Party;
  /** What it is while no truck is on every load. */
  base: 'DRAFT' | 'PLANNING';
  isCanceled: boolean;
  hasProof: boolean;
}

export interface Order extends Kept {
  readonly customer: Party;
  shipmentId: string | null;
  charges: number;
  /** How far it is while no invoice covers it. */
  release: 'DOCS_NEEDED' | 'NOT_READY_TO_INVOICE' | 'READY_TO_INVOICE';
  /** An invoice was made or restarted since its shipment was last canceled. */
  isUnpaidSince: boolean;
}

export interface Load extends Kept {
  readonly shipmentId: string;
  /** The load that it replaces. */
  readonly replaces: string | null;
  /** Replaced by another one and without a truck itself. */
  isClosed: boolean;
}

/** A carrier on a load. */
export interface Truck extends Kept {
  readonly loadId: string;
  readonly shipmentId: string;
  readonly payee: Party;
  status: 'ACTIVE' | 'BOUNCED' | 'TONU';
}

export interface Service extends Kept {
  readonly shipmentId: string;
  readonly payee: Party;
  isDone: boolean;
}

export interface Bill extends Kept {
  readonly kind: 'CARRIER' | 'VENDOR';
  /** The truck or the service. */
  readonly entityId: string;
  readonly payee: Party;
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

export interface BillPayment extends Kept {
  readonly payee: Party;
  readonly currency: string;
  lines: BillLine[];
  /** The credit that its excess made. */
  memoId: string | null;
}

export interface Invoice extends Kept {
  readonly shipmentId: string;
  readonly customer: Party;
  readonly currency: string;
  readonly orderIds: readonly string[];
  readonly amount: number;
  date: string;
}

export interface CashLine {
  readonly invoiceId: string;
  readonly cents: number;
}

export interface Payment extends Kept {
  readonly customer: Party;
  readonly currency: string;
  date: string;
  lines: readonly CashLine[];
}

export interface Credit {
  readonly invoiceId: string;
  readonly cents: number;
  /** The payment that carries it. */
  readonly paymentId: string | null;
}

export interface Memo extends Kept {
  /** Null for the credit of a payee. */
  readonly customer: Party | null;
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

export const live = <Record extends Kept>(records: readonly Record[]): Record[] => records.filter(({ gone }) => !gone);

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0);

/** The record that another one points to: the model never points to one that it does not have. */
export function must<Record extends { readonly id: string }>(records: readonly Record[], id: string): Record {
  const found = records.find((record) => record.id === id);
  if (!found) throw new Error(`the model has no record ${id}`);
  return found;
}
