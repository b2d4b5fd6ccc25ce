import { describeCode } from '../../../src/domain/text/code-words.ts';
import { isMoney } from '../../../src/metrics/kit/measure.ts';
import { measureNamed } from '../../../src/metrics/names.ts';
import { type ReadBrokerage, type FigureDays, toDeskDay, computeOwnFigure, type FigureRow } from './own-figures.ts';

/*
 * The figures of one line of an answer on a way of their own: the records of that line alone, and a plain loop over them.
 */

interface Narrow {
  readonly keeps: (record: FigureRow) => boolean;
  /** Days of a line that is a span of time. */
  readonly days?: FigureDays;
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const getMonthEnd = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
const intersectDays = (days: FigureDays, { from, to }: FigureDays): FigureDays => ({
  from: days.from > from ? days.from : from,
  to: days.to < to ? days.to : to,
});

/** Returns the id of the record with this number; null for "none". */
function findId(brokerage: ReadBrokerage, table: string, number: string | null): string | null {
  if (number === null) return null;
  const record = brokerage.table(table).find(({ friendly_id: friendlyId }) => friendlyId === number);
  if (record === undefined) throw new Error(`no ${table} ${number}`);
  return record.id;
}

type Narrowing = (value: FigureRow, line: FigureRow, brokerage: ReadBrokerage, days: FigureDays) => Narrow;

const place = (record: FigureRow, end: string) => `${record[`${end}_city`]}, ${record[`${end}_state`]}`;
const placeName = ({ name, city }: FigureRow) => (city && !name.includes(city) ? `${name}, ${city}` : name);
const formatLane = (record: FigureRow) => `${place(record, 'origin')} -> ${place(record, 'destination')}`;
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
const isAlways = () => true;

const narrowings: Readonly<Record<string, Narrowing>> = {
  customer(_, line, brokerage) {
    const id = findId(brokerage, 'customer', line.customer_no);
    const payments = brokerage.byId('payment');
    return {
      keeps(record) {
        const customerRecord = 'invoice_id' in record ? payments.get(record.payment_id) : record;
        return ('customer_id' in customerRecord ? customerRecord.customer_id : customerRecord.id) === id;
      },
    };
  },
  carrier(_, line, brokerage) {
    const id = findId(brokerage, 'carrier', line.carrier_no);
    return { keeps: (record) => record.carrier_id === id };
  },
  factor(value, _, brokerage) {
    const factors = brokerage.byId('carrier_factor');
    return { keeps: (record) => (factors.get(record.carrier_factor_id)?.company_name ?? 'not factored') === value };
  },
  customer_rep(value, _, brokerage) {
    const users = brokerage.byId('user_account');
    return { keeps: (record) => (users.get(record.customer_rep_id ?? record.assignee_id)?.name ?? 'no rep') === value };
  },
  facility(value, _, brokerage) {
    const places = brokerage.byId('location');
    return {
      keeps({ location_id: id }) {
        const place = places.get(id);
        return (place === undefined ? 'no facility' : placeName(place)) === value;
      },
    };
  },
  stop_type: (value) => ({ keeps: (record) => describeCode(record.stop_type ?? '') === value }),
  quote_rep(value, _, brokerage) {
    const users = brokerage.byId('user_account');
    const quotes = brokerage.table('quote').filter(({ status, side }) => status === 'WON' && side === 'SELL');
    return {
      keeps(record) {
        const quote = 'assignee_id' in record ? record : quotes.find((won) => won.shipment_id === record.id);
        return (users.get(quote?.assignee_id)?.name ?? 'no quote, or no rep on it') === value;
      },
    };
  },
  lane: (value) => ({ keeps: (record) => formatLane(record) === value }),
  destination: (value) => ({ keeps: (record) => place(record, 'destination') === value }),
  equipment: (value) => ({ keeps: (record) => record.equipment === value }),
  lost_reason: (value) => ({ keeps: (record) => describeCode(record.lost_reason ?? '') === value }),
  bounce_reason: (value) => ({ keeps: (record) => describeCode(record.removal_reason ?? '') === value }),
  weekday: (value) => ({
    keeps: ({ pickup_day: day }) => weekday.format(new Date(day)) === value,
  }),
  age_bucket(value, _, { today }) {
    const [from, to] = value === 'Current' ? [-Infinity, 0] : String(value).split(/[-+]/).map(Number);
    const computeAge = (record: FigureRow) =>
      Date.parse(today) -
      Date.parse(record.delivered_at ? String(toDeskDay(record.delivered_at)) : (record.due_date ?? today));
    return {
      keeps(record) {
        const days = Math.max(computeAge(record) / 86_400_000, value === 'Current' ? -Infinity : 0);
        // "90+" begins behind 90.
        return String(value).endsWith('+') ? days > Number(from) : days >= Number(from) && days <= Number(to);
      },
    };
  },
  month: (value, _line, _brokerage, days) => ({
    keeps: isAlways,
    days: intersectDays({ from: `${value}-01`, to: getMonthEnd(value) }, days),
  }),
  week: (value, _line, _brokerage, days) => ({
    keeps: isAlways,
    days: intersectDays({ from: value, to: addDays(value, 6) }, days),
  }),
};

const narrowBrokerage = (brokerage: ReadBrokerage, keeps: Narrow['keeps']): ReadBrokerage => ({
  ...brokerage,
  shipments: brokerage.shipments.filter(keeps),
  hauls: brokerage.hauls.filter(keeps),
  visits: brokerage.visits.filter(keeps),
  table: (name) => brokerage.table(name).filter(keeps),
});

interface FigureLine {
  readonly measure: string;
  readonly line: FigureRow;
  readonly by: readonly string[];
  readonly days: FigureDays;
}

/** Computes the figure of the line's records, in the currency of the line. */
export function computeLineFigure(brokerage: ReadBrokerage, { measure, line, by, days }: FigureLine): number | null {
  const ways = by.map((dimension) => {
    const way = narrowings[dimension];
    if (way === undefined) throw new Error(`no way to narrow to a ${dimension}`);
    return way(line[dimension], line, brokerage, days);
  });
  const part = ways.reduce((narrowed, { keeps }) => narrowBrokerage(narrowed, keeps), brokerage);
  const span = ways.find(({ days: ownDays }) => ownDays !== undefined)?.days ?? days;
  const namedMeasure = measureNamed(measure);
  if (namedMeasure === undefined) throw new Error(`no measure ${measure}`);
  const ownFigures = computeOwnFigure(measure, part, span, isMoney(namedMeasure));
  return ownFigures[isMoney(namedMeasure) ? line.currency : ''] ?? null;
}
