import { sql } from 'kysely';
import { expectedFacts } from '../../copy/expected-facts.ts';
import type { TestDesk } from '../../support/desk.ts';

/*
 * Every measure once more, from the rows of the service's own store and plain loops over them: another way than the SQL
 * over the copy that the product asks.
 */

// Tests read rows freely.
type Row = any; // eslint-disable-line typescript/no-explicit-any

export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface Brokerage {
  readonly shipments: readonly Row[];
  readonly hauls: readonly Row[];
  readonly visits: readonly Row[];
  readonly table: (name: string) => readonly Row[];
  readonly byId: (name: string) => ReadonlyMap<string, Row>;
  readonly today: string;
}

const names = [
  'quote',
  'invoice',
  'payment',
  'payment_application',
  'credit_memo',
  'bill',
  'bill_payment',
  'bill_payment_application',
  'customer',
  'carrier',
  'carrier_factor',
  'user_account',
  'location',
  'service',
  'charge',
  'credit_application',
];
const children: Readonly<Record<string, string>> = {
  charge: 'true',
  credit_application: 'true',
  payment_application: 'payment_id in (select id from payment where deleted_at is null)',
  bill_payment_application: 'bill_payment_id in (select id from bill_payment where deleted_at is null)',
};

export async function readBrokerage({ service, api }: TestDesk): Promise<Brokerage> {
  const organization = await sql<{
    id: string;
  }>`select organization_id as id from shipment limit 1`.execute(service.database.reader);
  const { shipments, hauls, visits } = await expectedFacts(service, String(organization.rows[0]?.id), api);
  const tables = new Map<string, readonly Row[]>();
  for (const name of names) {
    const condition = children[name] ?? 'deleted_at is null';
    const { rows } = await sql<Row>`select * from ${sql.table(name)} where ${sql.raw(condition)}`.execute(
      service.database.reader,
    );
    tables.set(name, rows);
  }
  const table = (name: string) => tables.get(name) ?? [];
  return {
    shipments,
    hauls,
    visits,
    table,
    byId: (name) => new Map(table(name).map((row) => [row.id, row])),
    today: deskDay(service.clock.now) ?? '',
  };
}

const desk = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago', dateStyle: 'short' });

/** The day that an instant is at the desk. */
export const deskDay = (instant: string | null): string | null => instant && desk.format(new Date(instant));

/** What a record adds to a figure. */
interface Adds {
  /** Undefined: as of now. */
  readonly day?: string | null;
  readonly currency?: string | null;
  readonly sum: number | null;
  readonly per?: number | null;
  /** Counted once each. */
  readonly once?: string;
}

type Own = (brokerage: Brokerage, days: Days) => readonly Adds[];

interface OwnFigure {
  readonly of: Own;
  /** How what is added up is read: `cents` as money, `percent` of a hundred, `average` with one decimal. */
  readonly as: 'count' | 'cents' | 'cents each' | 'percent' | 'average';
}

const count = (of: Own): OwnFigure => ({ as: 'count', of });
const money = (of: Own): OwnFigure => ({ as: 'cents', of });
const each = (of: Own): OwnFigure => ({ as: 'cents each', of });
const percent = (of: Own): OwnFigure => ({ as: 'percent', of });
const average = (of: Own): OwnFigure => ({ as: 'average', of });

const shipments =
  (add: (row: Row) => Omit<Adds, 'day' | 'currency'> | null, day = 'pickup_day'): Own =>
  ({ shipments: rows }) =>
    rows.flatMap((row) => {
      const adds = add(row);
      return adds === null ? [] : [{ day: row[day], currency: row.currency, ...adds }];
    });

const hauls =
  (add: (row: Row) => Omit<Adds, 'day' | 'currency'> | null, day = 'pickup_day'): Own =>
  ({ hauls: rows }) =>
    rows.flatMap((row) => {
      const adds = add(row);
      return adds === null ? [] : [{ day: row[day], currency: row.currency, ...adds }];
    });

const stops =
  (add: (row: Row) => Omit<Adds, 'day' | 'currency'> | null): Own =>
  ({ visits }) =>
    visits.flatMap((row) => {
      const adds = add(row);
      return adds === null ? [] : [{ day: row.delivery_day, currency: row.currency, ...adds }];
    });

const less = (one: number | null, other: number | null) => (one === null || other === null ? null : one - other);
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const daysFrom = (from: string | null, to: string | null) =>
  from === null || to === null ? null : dayNumber(to) - dayNumber(from);
const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const dueOf = (row: Row): string | null => row.due_date ?? (row.invoice_date && addDays(row.invoice_date, 30));
const isOpen = (row: Row) => row.owed_cents > 0 && row.status !== 'DRAFT' && row.status !== 'VOIDED';
const isSell = (row: Row) => row.side === 'SELL';
const closedStatuses = ['WON', 'LOST', 'PASS', 'CANCELED'];
const lengthOf = ({ from, to }: Days) => dayNumber(to) - dayNumber(from) + 1;

const rowsOf =
  (name: string, keep: (row: Row, brokerage: Brokerage) => boolean, add: (row: Row) => Omit<Adds, 'currency'>): Own =>
  (brokerage) =>
    brokerage
      .table(name)
      .filter((row) => keep(row, brokerage))
      .map((row) => ({ currency: row.currency ?? null, ...add(row) }));

const all = () => true;
const quotes = (
  keep: (row: Row) => boolean,
  day: string | null,
  sum: (row: Row) => Partial<Adds> & { sum: number | null },
) =>
  rowsOf(
    'quote',
    (row) => isSell(row) && keep(row),
    (row) => ({ ...(day !== null && { day: deskDay(row[day]) }), ...sum(row) }),
  );
const one = () => ({ sum: 1 });
const amount = (row: Row) => ({ sum: row.amount_cents });
const isStatus = (status: string) => (row: Row) => row.status === status;

const moneyFigures = (prefix: string): Readonly<Record<string, OwnFigure>> => {
  const [revenue, cost] = [`${prefix}revenue_cents`, `${prefix}cost_cents`];
  const margin = (row: Row) => row[`${prefix}margin_cents`];
  return {
    [`${prefix}revenue`]: money(shipments((row) => ({ sum: row[revenue] }))),
    [`${prefix}cost`]: money(shipments((row) => ({ sum: row[cost] }))),
    [`${prefix}margin`]: money(shipments((row) => ({ sum: margin(row) }))),
    [`${prefix}margin_percent`]: percent(shipments((row) => ({ sum: margin(row), per: row[revenue] }))),
    [`${prefix}margin_per_load`]: each(shipments((row) => ({ sum: margin(row), per: row.loads }))),
  };
};

const perMile = (of: (row: Row) => number | null) =>
  each(shipments((row) => (row.is_canceled || !row.miles ? null : { sum: of(row), per: row.miles })));

const delivered = (from: (row: Row) => string | null): OwnFigure =>
  average(({ shipments: rows }) =>
    rows
      .filter((row) => row.is_delivered)
      .map((row) => ({ day: deskDay(row.delivered_at), sum: daysFrom(deskDay(row.delivered_at), from(row)), per: 1 })),
  );

const share = (name: string, day: string, keep: (row: Row, today: string) => boolean): OwnFigure =>
  percent((brokerage, days) =>
    shipments((row) => (keep(row, brokerage.today) ? { sum: row[name], per: 1 } : null), day)(brokerage, days),
  );

const late = (name: string, day: string, keep: (row: Row, today: string) => boolean): OwnFigure =>
  count((brokerage, days) =>
    shipments((row) => (keep(row, brokerage.today) ? { sum: less(1, row[name]) } : null), day)(brokerage, days),
  );

const isDelivered = (row: Row) => row.is_delivered === 1;
const isPickedUp = (row: Row, today: string) => !row.is_canceled && row.pickup_day <= today;

/** Insurance that ended or ends within 30 days; midnight and the small hours of UTC stand for the day itself. */
export const endsSoon = (carrier: Row, today: string, days = 30) => {
  const end = carrier?.insurance_expiration_date;
  if (!end) return false;
  return (/T0[0-8]:00:00(\.000)?Z$/.test(end) ? end.slice(0, 10) : deskDay(end)) <= addDays(today, days);
};

const booked = [
  'BOOKED',
  'DISPATCHED',
  'LOADING',
  'PICKED_UP',
  'IN_TRANSIT',
  'UNLOADING',
  'ARRIVED_AT_DELIVERY_TERMINAL',
  'OUT_FOR_DELIVERY',
  'RECOVERED',
];
const uninvoiced = ['DOCS_NEEDED', 'NOT_READY_TO_INVOICE', 'READY_TO_INVOICE'];

const exposed = ({ shipments: rows, table }: Brokerage): readonly (Adds & { readonly customer: string })[] => [
  ...table('invoice')
    .filter(isOpen)
    .map((row) => ({ customer: row.customer_id, currency: row.currency, sum: row.owed_cents })),
  ...rows
    .filter((row) => row.is_unbilled)
    .map((row) => ({ customer: row.customer_id, currency: row.currency, sum: row.unbilled_cents })),
  ...rows
    .filter(
      (row) => booked.includes(row.status) && (row.billing_status === null || uninvoiced.includes(row.billing_status)),
    )
    .map((row) => ({ customer: row.customer_id, currency: row.currency, sum: row.revenue_cents })),
];

const outstanding = (name: string, keep: (row: Row) => boolean): OwnFigure =>
  average(({ table }, days) => [
    ...table(name)
      .filter((row) => keep(row) && row.owed_cents > 0)
      .map((row) => ({ currency: row.currency, sum: row.owed_cents * lengthOf(days), per: 0 })),
    ...table(name)
      .filter((row) => keep(row) && row.invoice_date >= days.from && row.invoice_date <= days.to)
      .map((row) => ({ currency: row.currency, sum: 0, per: row.amount_cents })),
  ]);

const paidAfter = (application: string, payment: string, debt: string): OwnFigure =>
  average(({ table, byId }) => {
    const [payments, debts] = [byId(payment), byId(debt)];
    return table(application).flatMap((row) => {
      const [paid, owed] = [payments.get(row[`${payment}_id`]), debts.get(row[`${debt}_id`])];
      if (!paid || !owed) return [];
      const days = daysFrom(owed.invoice_date, paid.payment_date);
      return [
        {
          day: paid.payment_date,
          currency: owed.currency,
          sum: days === null ? null : days * row.amount_cents,
          per: row.amount_cents,
        },
      ];
    });
  });

/** Carriers and services that are owed something and that no bill names. */
function unbilledWork({ shipments: rows, hauls: carriers, table }: Brokerage): readonly Row[] {
  const billed = new Set(table('bill').flatMap((bill) => [bill.load_carrier_id, bill.service_id]));
  const delivered = new Set(rows.filter(isDelivered).map(({ id }) => id));
  const charged = Map.groupBy(table('charge'), ({ owner_id: owner }) => owner);
  const owedFor = ({ id }: Row) => (charged.get(id) ?? []).reduce((sum, charge) => sum + charge.total_cents, 0);
  const ofCarriers = carriers
    .filter((row) => row.status === 'TONU' || delivered.has(row.shipment_id))
    .map((row) => ({ ...row, cents: row.cost_cents }));
  const ofServices = table('service')
    .filter((row) => row.status !== 'CANCELED' && delivered.has(row.shipment_id))
    .map((row) => ({ ...row, cents: owedFor(row) }));
  return [...ofCarriers, ...ofServices].filter(({ id }) => !billed.has(id));
}

const isLiveInvoice = (row: Row) => row.status !== 'DRAFT' && row.status !== 'VOIDED';
const owed = (row: Row) => ({ sum: row.owed_cents });
const openBill = (row: Row) => row.owed_cents > 0;

export const ownFigures: Readonly<Record<string, OwnFigure>> = {
  shipments: count(shipments((row) => (row.is_canceled ? null : { sum: 1 }))),
  loads: count(shipments((row) => ({ sum: row.loads }))),
  orders: count(shipments((row) => ({ sum: row.orders }))),
  miles: count(shipments((row) => (row.is_canceled ? null : { sum: row.miles }))),
  uncovered_shipments: count(
    shipments((row) => (!row.is_canceled && row.loads > 0 && row.carriers === 0 ? { sum: 1 } : null)),
  ),
  cancellations: count(shipments((row) => (row.is_canceled ? { sum: 1 } : null))),
  cancellation_rate: percent(shipments((row) => ({ sum: row.is_canceled, per: 1 }))),
  customers_served: count(shipments((row) => (row.is_canceled ? null : { sum: 1, once: row.customer_id }))),
  ...moneyFigures(''),
  ...moneyFigures('actual_'),
  revenue_per_mile: perMile((row) => row.revenue_cents),
  cost_per_mile: perMile((row) => (row.margin_cents === null ? null : row.cost_cents)),
  margin_per_mile: perMile((row) => row.margin_cents),
  carrier_pay: money(shipments((row) => ({ sum: row.carrier_pay_cents }))),
  service_cost: money(shipments((row) => ({ sum: row.service_cents }))),
  on_time_pickup: share('on_time_pickup', 'pickup_day', isPickedUp),
  on_time_delivery: share('on_time_delivery', 'delivery_day', isDelivered),
  late_pickups: late('on_time_pickup', 'pickup_day', isPickedUp),
  late_deliveries: late('on_time_delivery', 'delivery_day', isDelivered),
  hours_late: average(
    shipments(
      (row) =>
        row.is_delivered && row.on_time_delivery === 0 ? { sum: row.delivery_late_minutes / 60, per: 1 } : null,
      'delivery_day',
    ),
  ),
  dwell: average(
    stops((row) => (row.is_canceled || row.dwell_minutes === null ? null : { sum: row.dwell_minutes / 60, per: 1 })),
  ),
  on_time_stops: percent(
    stops((row) =>
      row.is_delivered ? { sum: row.late_minutes === null ? null : Number(row.late_minutes <= 0), per: 1 } : null,
    ),
  ),
  late_stops: count(
    stops((row) =>
      row.is_delivered ? { sum: row.late_minutes === null ? null : Number(row.late_minutes > 0) } : null,
    ),
  ),
  transit_time: average(
    hauls(
      (row) =>
        row.is_delivered ? { sum: row.transit_minutes === null ? null : row.transit_minutes / 60, per: 1 } : null,
      'delivery_day',
    ),
  ),
  lead_time: average(
    shipments((row) => (row.is_canceled ? null : { sum: daysFrom(deskDay(row.created_at), row.pickup_day), per: 1 })),
  ),
  time_to_cover: average(
    shipments((row) =>
      row.is_canceled || row.booked_at === null
        ? null
        : { sum: (Date.parse(row.booked_at) - Date.parse(row.created_at)) / 3_600_000, per: 1 },
    ),
  ),
  days_to_pod: delivered((row) => deskDay(row.pod_at)),
  days_to_invoice: delivered((row) => row.invoiced_day),
  days_to_cash: delivered((row) => row.paid_day),
  missing_pods: count(({ shipments: rows }) =>
    rows.filter((row) => row.is_delivered && ['missing', 'upload_pending'].includes(row.pod)).map(one),
  ),
  quotes: count(quotes(all, 'created_at', one)),
  quoted_amount: money(quotes(all, 'created_at', amount)),
  quotes_won: count(quotes(isStatus('WON'), 'closed_time', one)),
  quotes_lost: count(quotes(isStatus('LOST'), 'closed_time', one)),
  win_rate: percent(
    quotes(
      (row) => ['WON', 'LOST'].includes(row.status),
      'closed_time',
      (row) => ({ sum: row.status === 'WON' ? 1 : 0, per: 1 }),
    ),
  ),
  won_amount: money(quotes(isStatus('WON'), 'closed_time', amount)),
  lost_amount: money(quotes(isStatus('LOST'), 'closed_time', amount)),
  open_quotes: count(quotes((row) => !closedStatuses.includes(row.status), null, one)),
  open_quoted_amount: money(quotes((row) => !closedStatuses.includes(row.status), null, amount)),
  new_customers: count(rowsOf('customer', all, (row) => ({ day: deskDay(row.created_at), sum: 1 }))),
  invoices: count(rowsOf('invoice', isLiveInvoice, (row) => ({ day: row.invoice_date, sum: 1 }))),
  billed: money(rowsOf('invoice', isLiveInvoice, (row) => ({ day: row.invoice_date, sum: row.amount_cents }))),
  unbilled: money(({ shipments: rows }) =>
    rows.filter((row) => row.is_unbilled).map((row) => ({ currency: row.currency, sum: row.unbilled_cents })),
  ),
  unbilled_shipments: count(({ shipments: rows }) => rows.filter((row) => row.is_unbilled).map(one)),
  unbilled_age: average(({ shipments: rows, today }) =>
    rows.filter((row) => row.is_unbilled).map((row) => ({ sum: daysFrom(deskDay(row.delivered_at), today), per: 1 })),
  ),
  open_ar: money(rowsOf('invoice', isOpen, owed)),
  overdue_ar: money(rowsOf('invoice', (row, { today }) => isOpen(row) && (dueOf(row) ?? today) < today, owed)),
  overdue_invoices: count(rowsOf('invoice', (row, { today }) => isOpen(row) && (dueOf(row) ?? today) < today, one)),
  dso: outstanding('invoice', isLiveInvoice),
  collected: money(rowsOf('payment', all, (row) => ({ day: row.payment_date, sum: row.total_cents }))),
  days_to_pay: paidAfter('payment_application', 'payment', 'invoice'),
  short_pays: count(rowsOf('invoice', (row) => isOpen(row) && row.paid_cents > 0, one)),
  short_paid: money(rowsOf('invoice', (row) => isOpen(row) && row.paid_cents > 0, owed)),
  cash_in: money(rowsOf('invoice', isOpen, (row) => ({ day: dueOf(row), ...owed(row) }))),
  credits: money(
    rowsOf(
      'credit_memo',
      (row) => row.customer_id !== null && row.status !== 'VOIDED',
      (row) => ({ day: row.memo_date, sum: row.amount_cents }),
    ),
  ),
  bills: count(rowsOf('bill', all, (row) => ({ day: row.invoice_date, sum: 1 }))),
  billed_to_us: money(rowsOf('bill', all, (row) => ({ day: row.invoice_date, sum: row.amount_cents }))),
  open_ap: money(rowsOf('bill', openBill, owed)),
  overdue_ap: money(rowsOf('bill', (row, { today }) => openBill(row) && (dueOf(row) ?? today) < today, owed)),
  in_review: money(rowsOf('bill', (row) => openBill(row) && row.status === 'IN_REVIEW', owed)),
  approved_unpaid: money(rowsOf('bill', (row) => openBill(row) && row.status === 'APPROVED_TO_PAY', owed)),
  cash_due: money(rowsOf('bill', openBill, (row) => ({ day: dueOf(row), ...owed(row) }))),
  paid: money(rowsOf('bill_payment', all, (row) => ({ day: row.payment_date, sum: row.total_cents }))),
  days_to_pay_bills: paidAfter('bill_payment_application', 'bill_payment', 'bill'),
  dpo: outstanding('bill', all),
  variance: money(
    hauls(
      (row) => (row.billed_cents === null || row.cost_cents === 0 ? null : { sum: row.billed_cents - row.cost_cents }),
      'delivery_day',
    ),
  ),
  overbilled_loads: count(
    hauls(
      (row) =>
        row.billed_cents !== null && row.cost_cents > 0 && row.billed_cents > row.cost_cents ? { sum: 1 } : null,
      'delivery_day',
    ),
  ),
  accrual: money((brokerage) => unbilledWork(brokerage).map((row) => ({ currency: row.currency, sum: row.cents }))),
  pass_through_leak: money(shipments((row) => ({ sum: row.leak_cents }))),
  carrier_loads: count(hauls((row) => (row.is_live ? { sum: 1 } : null))),
  carrier_cost: money(hauls((row) => ({ sum: row.cost_cents }))),
  carriers_used: count(hauls((row) => (row.is_live ? { sum: 1, once: row.carrier_id } : null))),
  bounces: count(hauls((row) => (row.status === 'BOUNCED' ? { sum: 1 } : null))),
  bounce_rate: percent(hauls((row) => ({ sum: row.status === 'BOUNCED' ? 1 : 0, per: 1 }))),
  tonu: count(hauls((row) => (row.status === 'TONU' ? { sum: 1 } : null))),
  tonu_cost: money(hauls((row) => (row.status === 'TONU' ? { sum: row.cost_cents } : null))),
  carrier_on_time_delivery: percent(
    hauls((row) => (row.is_delivered ? { sum: row.on_time_delivery, per: 1 } : null), 'delivery_day'),
  ),
  new_carriers: count(rowsOf('carrier', all, (row) => ({ day: deskDay(row.created_at), sum: 1 }))),
  insurance_expiring: count(
    rowsOf(
      'carrier',
      (row, { today }) => row.status === 'ACTIVE' && row.type === 'TRUCKLOAD' && endsSoon(row, today),
      one,
    ),
  ),
  insurance_at_stake: money(({ hauls: rows, byId, today }) => {
    const carriers = byId('carrier');
    return rows
      .filter(
        (row) =>
          row.is_live &&
          !['DELIVERED', 'CANCELED'].includes(row.load_status) &&
          endsSoon(carriers.get(row.carrier_id), today),
      )
      .map((row) => ({ currency: row.currency, sum: row.cost_cents }));
  }),
  exposure: money(exposed),
  receivables_exposure: money((brokerage) =>
    exposed({ ...brokerage, shipments: brokerage.shipments.filter(isDelivered) }),
  ),
  credit_headroom: money((brokerage) => {
    const limits = brokerage.byId('customer');
    const limited = (customer: string, currency: string | null | undefined) =>
      limits.get(customer)?.credit_limit_cents !== null && (limits.get(customer)?.currency ?? 'USD') === currency;
    return [
      ...brokerage
        .table('customer')
        .filter((row) => row.credit_limit_cents !== null)
        .map((row) => ({ currency: row.currency ?? 'USD', sum: row.credit_limit_cents })),
      ...exposed(brokerage)
        .filter((row) => limited(row.customer, row.currency))
        .map((row) => ({ ...row, sum: row.sum === null ? null : -row.sum })),
    ];
  }),
};

/** The figure by currency, as the product says it: money in whole units; null where there is nothing below the line. */
export function ownFigure(
  name: string,
  brokerage: Brokerage,
  days: Days,
  isMoney: boolean,
): Readonly<Record<string, number | null>> {
  const figure = ownFigures[name];
  if (!figure) throw new Error(`no figure ${name}`);
  const counted = figure
    .of(brokerage, days)
    .filter(({ day }) => day === undefined || (day !== null && day >= days.from && day <= days.to))
    .filter(({ sum, per }) => sum !== null && per !== null);
  const groups = Map.groupBy(counted, ({ currency }) => (isMoney ? (currency ?? '') : ''));
  return Object.fromEntries([...groups].map(([currency, adds]) => [currency, read(figure, adds)]));
}

function read({ as }: OwnFigure, adds: readonly Adds[]): number | null {
  const sum = adds.reduce((total, { sum: value }) => total + (value ?? 0), 0);
  if (adds[0]?.once !== undefined) return new Set(adds.map(({ once }) => once)).size;
  if (as === 'count') return Math.round(sum);
  if (as === 'cents') return sum / 100;
  const per = adds.reduce((total, { per: value }) => total + (value ?? 0), 0);
  if (per === 0) return null;
  if (as === 'cents each') return Math.round(sum / per) / 100;
  return Math.round((as === 'percent' ? (sum / per) * 100 : sum / per) * 10) / 10;
}
