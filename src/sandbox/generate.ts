import type { BrokerageSize } from '../store/sandbox-settings.ts';
import { dayOf, hour, isBusinessDay, startOf, weekdayOf } from './clock.ts';
import { withCreditLimits } from './customers.ts';
import type { Batch } from './fill/bulk-insert.ts';
import { openPayRuns } from './pay-runs.ts';
import { planShipment, scriptedCreation } from './plan.ts';
import { plantedProblems } from './planted/index.ts';
import { writeQuote } from './quotes.ts';
import { referencesFrom } from './references.ts';
import type { QuoteScript, ShipmentScript } from './script.ts';
import { type Desk, writeShipment } from './shipments.ts';
import { beginWorld, type World } from './world.ts';

export interface BrokerageOptions {
  readonly seed: string;
  /** RFC 3339; the world ends here. */
  readonly now: string;
  readonly size: BrokerageSize;
  /** Left out: one of its own. */
  readonly organizationId?: string | undefined;
}

/** Ninety days of a desk that moves twenty loads a day. */
export const smallBrokerage = { days: 90, loadsPerDay: 20 } as const satisfies BrokerageSize;

/** Quotes that came to nothing, for each shipment. */
const lostQuotesPerShipment = 1.5;
const smallDays = 90;
const yearDays = 365;
/** From here on a number of shipments means a year of them, */
const yearFrom = 2_500;
/** and above this many a day it means more years: what waits for its day is what needs memory. */
const loadsPerDayMax = 1_000;
const daysMax = 1_400;

/** A brokerage as rows, in batches: the same seed, time and size always give the same bytes. */
export function* generateBrokerage({ seed, now, size, organizationId }: BrokerageOptions): Generator<Batch> {
  const nowMs = Date.parse(now);
  const problems = plantedProblems(dayOf(nowMs));
  const planted = problems.flatMap(({ shipments = [] }) => shipments);
  const span = spanOf(size, planted.length, dayOf(nowMs));
  const { world, batches } = beginWorld({
    seed,
    now: nowMs,
    organizationId,
    loadsPerDay: span.loadsPerDay,
    pastDays: span.days,
    customers: problems.flatMap(({ customers = [] }) => customers),
    carriers: problems.flatMap(({ carriers = [] }) => carriers),
  });
  yield* batches;
  const random = world.random.fork('freight');
  const desk: Desk = {
    world,
    random,
    payRuns: openPayRuns(world),
    references: referencesFrom(world.random.fork('references')),
  };
  const scripts = scriptsByDay(
    world,
    planted,
    problems.flatMap(({ quotes = [] }) => quotes),
  );
  const quota = quotaOf(world, span);
  const firstDay = Math.min(span.firstDay, ...scripts.keys());
  for (let dayNumber = firstDay; dayNumber <= world.today; dayNumber += 1) {
    for (const write of scripts.get(dayNumber) ?? []) write(desk);
    if (dayNumber >= span.firstDay) yield* runDay(desk, dayNumber, quota(dayNumber));
    desk.payRuns.closeThrough(dayNumber);
    yield* world.ledger.closeThrough(dayNumber);
  }
  yield* world.ledger.rest();
  yield { table: 'customer', rows: withCreditLimits(world.customers.all) };
  yield { table: 'counter', rows: countersOf(world) };
}

interface Span {
  readonly days: number;
  readonly firstDay: number;
  readonly shipments: number;
  readonly loadsPerDay: number;
}

function spanOf(size: BrokerageSize, planted: number, today: number): Span {
  const days = 'days' in size ? size.days : daysFor(size.shipments);
  const firstDay = today - days + 1;
  const open = Array.from({ length: days }, (_, index) => firstDay + index).filter(isBusinessDay).length;
  const shipments = 'days' in size ? Math.round(size.loadsPerDay * open) : size.shipments;
  return { days, firstDay, shipments: Math.max(0, shipments - planted), loadsPerDay: shipments / Math.max(1, open) };
}

function daysFor(shipments: number): number {
  if (shipments < yearFrom) return smallDays;
  return Math.min(daysMax, Math.max(yearDays, Math.ceil((shipments / loadsPerDayMax) * (7 / 5))));
}

const openFrom = 14;
const openHours = 8;

/** Shipments taken on each day: the days' shares differ a little, their sum is what was asked for. */
function quotaOf(world: World, { firstDay, shipments }: Span): (dayNumber: number) => number {
  const random = world.random.fork('days');
  const shares = new Map<number, number>();
  let total = 0;
  for (let dayNumber = firstDay; dayNumber <= world.today; dayNumber += 1) {
    total += shareOf(world, dayNumber, random.normal(1, 0.08));
    shares.set(dayNumber, total);
  }
  const upTo = (dayNumber: number) => Math.round((shipments * (shares.get(dayNumber) ?? 0)) / (total || 1));
  return (dayNumber) => upTo(dayNumber) - upTo(dayNumber - 1);
}

/** Mondays are busy, Fridays are short; autumn is a little busier than winter. Today counts as far as it has come. */
function shareOf({ today, now }: World, dayNumber: number, luck: number): number {
  if (!isBusinessDay(dayNumber)) return 0;
  const weekday = [1.06, 1.02, 1, 0.98, 0.94][weekdayOf(dayNumber) - 1] ?? 1;
  const season = 1 + 0.05 * Math.cos((2 * Math.PI * (dayNumber - 290)) / 365);
  const passed =
    dayNumber === today ? Math.min(1, Math.max(0, (now - startOf(today) - openFrom * hour) / (openHours * hour))) : 1;
  return weekday * season * luck * passed;
}

/** A busy day takes long to make up: after so many shipments a batch of no rows lets their writer send what waits. */
const shipmentsPerBreath = 20;
const breath: Batch = { table: 'quote', rows: [] };

function* runDay(desk: Desk, dayNumber: number, shipments: number): Generator<Batch> {
  const { world, random } = desk;
  const opens = startOf(dayNumber) + openFrom * hour;
  const closes = Math.min(opens + openHours * hour, world.now);
  if (shipments <= 0 || closes <= opens) return;
  const someTime = () => opens + Math.floor(random.unit() * (closes - opens));
  const someone = () => random.pickBy(world.customers.active, world.customers.weights);
  for (let count = 0; count < shipments; count += 1) {
    writeShipment(desk, planShipment({ world, random, createdAt: someTime(), customer: someone() }));
    if (count % shipmentsPerBreath === 0) yield breath;
  }
  const quotes = Math.round(shipments * lostQuotesPerShipment);
  for (let count = 0; count < quotes; count += 1) {
    writeQuote({ world, random, askedAt: someTime(), customer: someone() });
  }
}

type Write = (desk: Desk) => void;

function scriptsByDay(
  world: World,
  shipments: readonly ShipmentScript[],
  quotes: readonly QuoteScript[],
): Map<number, Write[]> {
  const days = new Map<number, Write[]>();
  const on = (at: number, write: Write) => days.set(dayOf(at), [...(days.get(dayOf(at)) ?? []), write]);
  const { random: root } = world;
  const named = (key: string) => {
    const customer = world.customers.byKey.get(key);
    if (!customer) throw new RangeError(`no planted customer ${key}`);
    return customer;
  };
  for (const script of shipments) {
    const createdAt = scriptedCreation(world, script);
    // A stream of its own keeps each planted shipment the same whatever else is planted.
    const random = root.fork(script.key);
    on(createdAt, (desk) =>
      writeShipment(
        { ...desk, random },
        planShipment({ world, random, createdAt, customer: named(script.customer), script }),
      ),
    );
  }
  for (const script of quotes) {
    const askedAt = world.now - script.askedHoursAgo * hour;
    on(askedAt, () =>
      writeQuote({ world, random: root.fork(script.key), askedAt, customer: named(script.customer), script }),
    );
  }
  return days;
}

function countersOf(world: World) {
  const values = new Map(world.ledger.counters());
  values.set('carrier', world.carriers.all.length);
  values.set('customer', world.customers.all.length);
  values.set('vendor', world.vendors.length);
  return [...values]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({ organization_id: world.organizationId, name, value }));
}
