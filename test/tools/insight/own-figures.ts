import { sql } from 'kysely';
import { readExpectedFacts } from '../../copy/expected-facts.ts';
import type { TestDesk } from '../../support/desk.ts';

/*
 * Every measure once more, from the rows of the service's own store and plain loops over them: another way than the SQL
 * over the copy that the product asks.
 */

// Tests read rows freely.
export type FigureRow = any; // eslint-disable-line typescript/no-explicit-any

export interface FigureDays {
  readonly from: string;
  readonly to: string;
}

export interface ReadBrokerage {
  readonly shipments: readonly FigureRow[];
  readonly hauls: readonly FigureRow[];
  readonly visits: readonly FigureRow[];
  readonly table: (name: string) => readonly FigureRow[];
  readonly byId: (name: string) => ReadonlyMap<string, FigureRow>;
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

export async function readBrokerage({ service, api }: TestDesk): Promise<ReadBrokerage> {
  const organization = await sql<{
    id: string;
  }>`select organization_id as id from shipment limit 1`.execute(service.database.reader);
  const { shipments, hauls, visits } = await readExpectedFacts(service, String(organization.rows[0]?.id), api);
  const tables = new Map<string, readonly FigureRow[]>();
  for (const name of names) {
    const condition = children[name] ?? 'deleted_at is null';
    const { rows } = await sql<FigureRow>`select * from ${sql.table(name)} where ${sql.raw(condition)}`.execute(
      service.database.reader,
    );
    tables.set(name, rows);
  }
  const getTable = (name: string) => tables.get(name) ?? [];
  return {
    shipments,
    hauls,
    visits,
    table: getTable,
    byId: (name) => new Map(getTable(name).map((row) => [row.id, row])),
    today: toDeskDay(service.clock.now) ?? '',
  };
}

const desk = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago', dateStyle: 'short' });

/** Returns the day of an instant in the desk's time zone. */
export const toDeskDay = (instant: string | null): string | null => instant && desk.format(new Date(instant));

/** The amount that a record adds to a figure. */
interface Adds {
  /** Undefined: as of now. */
  readonly day?: string | null;
  readonly currency?: string | null;
  readonly sum: number | null;
  readonly per?: number | null;
  /** Counted once each. */
  readonly once?: string;
}

type ListAdds = (brokerage: ReadBrokerage, days: FigureDays) => readonly Adds[];

interface OwnFigure {
  readonly of: ListAdds;
  /** Format of the sum: `cents` as money, `percent` of a hundred, `average` with one decimal. */
  readonly as: 'count' | 'cents' | 'cents each' | 'percent' | 'average';
}

const count = (listAdds: ListAdds): OwnFigure => ({ as: 'count', of: listAdds });
const money = (listAdds: ListAdds): OwnFigure => ({ as: 'cents', of: listAdds });
const each = (listAdds: ListAdds): OwnFigure => ({ as: 'cents each', of: listAdds });
const percent = (listAdds: ListAdds): OwnFigure => ({ as: 'percent', of: listAdds });
const average = (listAdds: ListAdds): OwnFigure => ({ as: 'average', of: listAdds });

const addShipments =
  (add: (row: FigureRow) => Omit<Adds, 'day' | 'currency'> | null, day = 'pickup_day'): ListAdds =>
  ({ shipments: rows }) =>
    rows.flatMap((row) => {
      const adds = add(row);
      return adds === null ? [] : [{ day: row[day], currency: row.currency, ...adds }];
    });

const addHauls =
  (add: (row: FigureRow) => Omit<Adds, 'day' | 'currency'> | null, day = 'pickup_day'): ListAdds =>
  ({ hauls: rows }) =>
    rows.flatMap((row) => {
      const adds = add(row);
      return adds === null ? [] : [{ day: row[day], currency: row.currency, ...adds }];
    });

const addStops =
  (add: (row: FigureRow) => Omit<Adds, 'day' | 'currency'> | null): ListAdds =>
  ({ visits }) =>
    visits.flatMap((row) => {
      const adds = add(row);
      return adds === null ? [] : [{ day: row.delivery_day, currency: row.currency, ...adds }];
    });

const subtract = (minuend: number | null, subtrahend: number | null) =>
  minuend === null || subtrahend === null ? null : minuend - subtrahend;
const toDayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const countDays = (from: string | null, to: string | null) =>
  from === null || to === null ? null : toDayNumber(to) - toDayNumber(from);
const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const getDueDay = (row: FigureRow): string | null =>
  row.due_date ?? (row.invoice_date && addDays(row.invoice_date, 30));
const isOpen = (row: FigureRow) => row.owed_cents > 0 && row.status !== 'DRAFT' && row.status !== 'VOIDED';
const isSell = (row: FigureRow) => row.side === 'SELL';
const closedStatuses = ['WON', 'LOST', 'PASS', 'CANCELED'];
const countPeriodDays = ({ from, to }: FigureDays) => toDayNumber(to) - toDayNumber(from) + 1;

const addRows =
  (
    name: string,
    keep: (row: FigureRow, brokerage: ReadBrokerage) => boolean,
    add: (row: FigureRow) => Omit<Adds, 'currency'>,
  ): ListAdds =>
  (brokerage) =>
    brokerage
      .table(name)
      .filter((row) => keep(row, brokerage))
      .map((row) => ({ currency: row.currency ?? null, ...add(row) }));

const isAny = () => true;
const addQuotes = (
  keep: (row: FigureRow) => boolean,
  day: string | null,
  sum: (row: FigureRow) => Partial<Adds> & { sum: number | null },
) =>
  addRows(
    'quote',
    (row) => isSell(row) && keep(row),
    (row) => ({ ...(day !== null && { day: toDeskDay(row[day]) }), ...sum(row) }),
  );
const countOne = () => ({ sum: 1 });
const getAmount = (row: FigureRow) => ({ sum: row.amount_cents });
const isStatus = (status: string) => (row: FigureRow) => row.status === status;

const buildMoneyFigures = (prefix: string): Readonly<Record<string, OwnFigure>> => {
  const [revenue, cost] = [`${prefix}revenue_cents`, `${prefix}cost_cents`];
  const getMargin = (row: FigureRow) => row[`${prefix}margin_cents`];
  return {
    [`${prefix}revenue`]: money(addShipments((row) => ({ sum: row[revenue] }))),
    [`${prefix}cost`]: money(addShipments((row) => ({ sum: row[cost] }))),
    [`${prefix}margin`]: money(addShipments((row) => ({ sum: getMargin(row) }))),
    [`${prefix}margin_percent`]: percent(addShipments((row) => ({ sum: getMargin(row), per: row[revenue] }))),
    [`${prefix}margin_per_load`]: each(addShipments((row) => ({ sum: getMargin(row), per: row.loads }))),
  };
};

const computePerMile = (getRate: (row: FigureRow) => number | null) =>
  each(addShipments((row) => (row.is_canceled || !row.miles ? null : { sum: getRate(row), per: row.miles })));

const averageDelivery = (from: (row: FigureRow) => string | null): OwnFigure =>
  average(({ shipments: rows }) =>
    rows
      .filter((row) => row.is_delivered)
      .map((row) => ({
        day: toDeskDay(row.delivered_at),
        sum: countDays(toDeskDay(row.delivered_at), from(row)),
        per: 1,
      })),
  );

const share = (name: string, day: string, keep: (row: FigureRow, today: string) => boolean): OwnFigure =>
  percent((brokerage, days) =>
    addShipments((row) => (keep(row, brokerage.today) ? { sum: row[name], per: 1 } : null), day)(brokerage, days),
  );

const countLate = (name: string, day: string, keep: (row: FigureRow, today: string) => boolean): OwnFigure =>
  count((brokerage, days) =>
    addShipments((row) => (keep(row, brokerage.today) ? { sum: subtract(1, row[name]) } : null), day)(brokerage, days),
  );

const isDelivered = (row: FigureRow) => row.is_delivered === 1;
const isPickedUp = (row: FigureRow, today: string) => !row.is_canceled && row.pickup_day <= today;

/**
 * Returns true for insurance that ended or ends within 30 days; midnight and the small hours of UTC mean the day
 * itself.
 */
export const isEndingSoon = (carrier: FigureRow, today: string, days = 30) => {
  const end = carrier?.insurance_expiration_date;
  if (!end) return false;
  return (/T0[0-8]:00:00(\.000)?Z$/.test(end) ? end.slice(0, 10) : toDeskDay(end)) <= addDays(today, days);
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

const listExposure = ({ shipments: rows, table }: ReadBrokerage): readonly (Adds & { readonly customer: string })[] => [
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

const averageOutstanding = (name: string, keep: (row: FigureRow) => boolean): OwnFigure =>
  average(({ table }, days) => [
    ...table(name)
      .filter((row) => keep(row) && row.owed_cents > 0)
      .map((row) => ({ currency: row.currency, sum: row.owed_cents * countPeriodDays(days), per: 0 })),
    ...table(name)
      .filter((row) => keep(row) && row.invoice_date >= days.from && row.invoice_date <= days.to)
      .map((row) => ({ currency: row.currency, sum: 0, per: row.amount_cents })),
  ]);

const averagePaidAfter = (application: string, payment: string, debt: string): OwnFigure =>
  average(({ table, byId }) => {
    const [payments, debts] = [byId(payment), byId(debt)];
    return table(application).flatMap((row) => {
      const [paid, owed] = [payments.get(row[`${payment}_id`]), debts.get(row[`${debt}_id`])];
      if (!paid || !owed) return [];
      const days = countDays(owed.invoice_date, paid.payment_date);
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

/** Lists carriers and services that are owed money and that no bill names. */
function listUnbilledWork({ shipments: rows, hauls: carriers, table }: ReadBrokerage): readonly FigureRow[] {
  const billed = new Set(table('bill').flatMap((bill) => [bill.load_carrier_id, bill.service_id]));
  const delivered = new Set(rows.filter(isDelivered).map(({ id }) => id));
  const charged = Map.groupBy(table('charge'), ({ owner_id: owner }) => owner);
  const sumOwed = ({ id }: FigureRow) => (charged.get(id) ?? []).reduce((sum, charge) => sum + charge.total_cents, 0);
  const ofCarriers = carriers
    .filter((row) => row.status === 'TONU' || delivered.has(row.shipment_id))
    .map((row) => ({ ...row, cents: row.cost_cents }));
  const ofServices = table('service')
    .filter((row) => row.status !== 'CANCELED' && delivered.has(row.shipment_id))
    .map((row) => ({ ...row, cents: sumOwed(row) }));
  return [...ofCarriers, ...ofServices].filter(({ id }) => !billed.has(id));
}

const isLiveInvoice = (row: FigureRow) => row.status !== 'DRAFT' && row.status !== 'VOIDED';
const getOwed = (row: FigureRow) => ({ sum: row.owed_cents });
const isOpenBill = (row: FigureRow) => row.owed_cents > 0;

export const ownFigures: Readonly<Record<string, OwnFigure>> = {
  shipments: count(addShipments((row) => (row.is_canceled ? null : { sum: 1 }))),
  loads: count(addShipments((row) => ({ sum: row.loads }))),
  orders: count(addShipments((row) => ({ sum: row.orders }))),
  miles: count(addShipments((row) => (row.is_canceled ? null : { sum: row.miles }))),
  uncovered_shipments: count(
    addShipments((row) => (!row.is_canceled && row.loads > 0 && row.carriers === 0 ? { sum: 1 } : null)),
  ),
  cancellations: count(addShipments((row) => (row.is_canceled ? { sum: 1 } : null))),
  cancellation_rate: percent(addShipments((row) => ({ sum: row.is_canceled, per: 1 }))),
  customers_served: count(addShipments((row) => (row.is_canceled ? null : { sum: 1, once: row.customer_id }))),
  ...buildMoneyFigures(''),
  ...buildMoneyFigures('actual_'),
  revenue_per_mile: computePerMile((row) => row.revenue_cents),
  cost_per_mile: computePerMile((row) => (row.margin_cents === null ? null : row.cost_cents)),
  margin_per_mile: computePerMile((row) => row.margin_cents),
  carrier_pay: money(addShipments((row) => ({ sum: row.carrier_pay_cents }))),
  service_cost: money(addShipments((row) => ({ sum: row.service_cents }))),
  on_time_pickup: share('on_time_pickup', 'pickup_day', isPickedUp),
  on_time_delivery: share('on_time_delivery', 'delivery_day', isDelivered),
  late_pickups: countLate('on_time_pickup', 'pickup_day', isPickedUp),
  late_deliveries: countLate('on_time_delivery', 'delivery_day', isDelivered),
  hours_late: average(
    addShipments(
      (row) =>
        row.is_delivered && row.on_time_delivery === 0 ? { sum: row.delivery_late_minutes / 60, per: 1 } : null,
      'delivery_day',
    ),
  ),
  dwell: average(
    addStops((row) => (row.is_canceled || row.dwell_minutes === null ? null : { sum: row.dwell_minutes / 60, per: 1 })),
  ),
  on_time_stops: percent(
    addStops((row) =>
      row.is_delivered ? { sum: row.late_minutes === null ? null : Number(row.late_minutes <= 0), per: 1 } : null,
    ),
  ),
  late_stops: count(
    addStops((row) =>
      row.is_delivered ? { sum: row.late_minutes === null ? null : Number(row.late_minutes > 0) } : null,
    ),
  ),
  transit_time: average(
    addHauls(
      (row) =>
        row.is_delivered ? { sum: row.transit_minutes === null ? null : row.transit_minutes / 60, per: 1 } : null,
      'delivery_day',
    ),
  ),
  lead_time: average(
    addShipments((row) =>
      row.is_canceled ? null : { sum: countDays(toDeskDay(row.created_at), row.pickup_day), per: 1 },
    ),
  ),
  time_to_cover: average(
    addShipments((row) =>
      row.is_canceled || row.booked_at === null
        ? null
        : { sum: (Date.parse(row.booked_at) - Date.parse(row.created_at)) / 3_600_000, per: 1 },
    ),
  ),
  days_to_pod: averageDelivery((row) => toDeskDay(row.pod_at)),
  days_to_invoice: averageDelivery((row) => row.invoiced_day),
  days_to_cash: averageDelivery((row) => row.paid_day),
  missing_pods: count(({ shipments: rows }) =>
    rows.filter((row) => row.is_delivered && ['missing', 'upload_pending'].includes(row.pod)).map(countOne),
  ),
  quotes: count(addQuotes(isAny, 'created_at', countOne)),
  quoted_amount: money(addQuotes(isAny, 'created_at', getAmount)),
  quotes_won: count(addQuotes(isStatus('WON'), 'closed_time', countOne)),
  quotes_lost: count(addQuotes(isStatus('LOST'), 'closed_time', countOne)),
  win_rate: percent(
    addQuotes(
      (row) => ['WON', 'LOST'].includes(row.status),
      'closed_time',
      (row) => ({ sum: row.status === 'WON' ? 1 : 0, per: 1 }),
    ),
  ),
  won_amount: money(addQuotes(isStatus('WON'), 'closed_time', getAmount)),
  lost_amount: money(addQuotes(isStatus('LOST'), 'closed_time', getAmount)),
  open_quotes: count(addQuotes((row) => !closedStatuses.includes(row.status), null, countOne)),
  open_quoted_amount: money(addQuotes((row) => !closedStatuses.includes(row.status), null, getAmount)),
  new_customers: count(addRows('customer', isAny, (row) => ({ day: toDeskDay(row.created_at), sum: 1 }))),
  invoices: count(addRows('invoice', isLiveInvoice, (row) => ({ day: row.invoice_date, sum: 1 }))),
  billed: money(addRows('invoice', isLiveInvoice, (row) => ({ day: row.invoice_date, sum: row.amount_cents }))),
  unbilled: money(({ shipments: rows }) =>
    rows.filter((row) => row.is_unbilled).map((row) => ({ currency: row.currency, sum: row.unbilled_cents })),
  ),
  unbilled_shipments: count(({ shipments: rows }) => rows.filter((row) => row.is_unbilled).map(countOne)),
  unbilled_age: average(({ shipments: rows, today }) =>
    rows
      .filter((row) => row.is_unbilled)
      .map((row) => ({ sum: countDays(toDeskDay(row.delivered_at), today), per: 1 })),
  ),
  open_ar: money(addRows('invoice', isOpen, getOwed)),
  overdue_ar: money(addRows('invoice', (row, { today }) => isOpen(row) && (getDueDay(row) ?? today) < today, getOwed)),
  overdue_invoices: count(
    addRows('invoice', (row, { today }) => isOpen(row) && (getDueDay(row) ?? today) < today, countOne),
  ),
  dso: averageOutstanding('invoice', isLiveInvoice),
  collected: money(addRows('payment', isAny, (row) => ({ day: row.payment_date, sum: row.total_cents }))),
  days_to_pay: averagePaidAfter('payment_application', 'payment', 'invoice'),
  short_pays: count(addRows('invoice', (row) => isOpen(row) && row.paid_cents > 0, countOne)),
  short_paid: money(addRows('invoice', (row) => isOpen(row) && row.paid_cents > 0, getOwed)),
  cash_in: money(addRows('invoice', isOpen, (row) => ({ day: getDueDay(row), ...getOwed(row) }))),
  credits: money(
    addRows(
      'credit_memo',
      (row) => row.customer_id !== null && row.status !== 'VOIDED',
      (row) => ({ day: row.memo_date, sum: row.amount_cents }),
    ),
  ),
  bills: count(addRows('bill', isAny, (row) => ({ day: row.invoice_date, sum: 1 }))),
  billed_to_us: money(addRows('bill', isAny, (row) => ({ day: row.invoice_date, sum: row.amount_cents }))),
  open_ap: money(addRows('bill', isOpenBill, getOwed)),
  overdue_ap: money(addRows('bill', (row, { today }) => isOpenBill(row) && (getDueDay(row) ?? today) < today, getOwed)),
  in_review: money(addRows('bill', (row) => isOpenBill(row) && row.status === 'IN_REVIEW', getOwed)),
  approved_unpaid: money(addRows('bill', (row) => isOpenBill(row) && row.status === 'APPROVED_TO_PAY', getOwed)),
  cash_due: money(addRows('bill', isOpenBill, (row) => ({ day: getDueDay(row), ...getOwed(row) }))),
  paid: money(addRows('bill_payment', isAny, (row) => ({ day: row.payment_date, sum: row.total_cents }))),
  days_to_pay_bills: averagePaidAfter('bill_payment_application', 'bill_payment', 'bill'),
  dpo: averageOutstanding('bill', isAny),
  variance: money(
    addHauls(
      (row) => (row.billed_cents === null || row.cost_cents === 0 ? null : { sum: row.billed_cents - row.cost_cents }),
      'delivery_day',
    ),
  ),
  overbilled_loads: count(
    addHauls(
      (row) =>
        row.billed_cents !== null && row.cost_cents > 0 && row.billed_cents > row.cost_cents ? { sum: 1 } : null,
      'delivery_day',
    ),
  ),
  accrual: money((brokerage) => listUnbilledWork(brokerage).map((row) => ({ currency: row.currency, sum: row.cents }))),
  pass_through_leak: money(addShipments((row) => ({ sum: row.leak_cents }))),
  carrier_loads: count(addHauls((row) => (row.is_live ? { sum: 1 } : null))),
  carrier_cost: money(addHauls((row) => ({ sum: row.cost_cents }))),
  carriers_used: count(addHauls((row) => (row.is_live ? { sum: 1, once: row.carrier_id } : null))),
  bounces: count(addHauls((row) => (row.status === 'BOUNCED' ? { sum: 1 } : null))),
  bounce_rate: percent(addHauls((row) => ({ sum: row.status === 'BOUNCED' ? 1 : 0, per: 1 }))),
  tonu: count(addHauls((row) => (row.status === 'TONU' ? { sum: 1 } : null))),
  tonu_cost: money(addHauls((row) => (row.status === 'TONU' ? { sum: row.cost_cents } : null))),
  carrier_on_time_delivery: percent(
    addHauls((row) => (row.is_delivered ? { sum: row.on_time_delivery, per: 1 } : null), 'delivery_day'),
  ),
  new_carriers: count(addRows('carrier', isAny, (row) => ({ day: toDeskDay(row.created_at), sum: 1 }))),
  insurance_expiring: count(
    addRows(
      'carrier',
      (row, { today }) => row.status === 'ACTIVE' && row.type === 'TRUCKLOAD' && isEndingSoon(row, today),
      countOne,
    ),
  ),
  insurance_at_stake: money(({ hauls: rows, byId, today }) => {
    const carriers = byId('carrier');
    return rows
      .filter(
        (row) =>
          row.is_live &&
          !['DELIVERED', 'CANCELED'].includes(row.load_status) &&
          isEndingSoon(carriers.get(row.carrier_id), today),
      )
      .map((row) => ({ currency: row.currency, sum: row.cost_cents }));
  }),
  exposure: money(listExposure),
  receivables_exposure: money((brokerage) =>
    listExposure({ ...brokerage, shipments: brokerage.shipments.filter(isDelivered) }),
  ),
  credit_headroom: money((brokerage) => {
    const limits = brokerage.byId('customer');
    const isLimited = (customer: string, currency: string | null | undefined) =>
      limits.get(customer)?.credit_limit_cents !== null && (limits.get(customer)?.currency ?? 'USD') === currency;
    return [
      ...brokerage
        .table('customer')
        .filter((row) => row.credit_limit_cents !== null)
        .map((row) => ({ currency: row.currency ?? 'USD', sum: row.credit_limit_cents })),
      ...listExposure(brokerage)
        .filter((row) => isLimited(row.customer, row.currency))
        .map((row) => ({ ...row, sum: row.sum === null ? null : -row.sum })),
    ];
  }),
};

/**
 * Computes the figure by currency, in the units of the product's answers: money in whole units; null if the divisor is
 * zero.
 */
export function computeOwnFigure(
  name: string,
  brokerage: ReadBrokerage,
  days: FigureDays,
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
