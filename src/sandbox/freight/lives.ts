import { dayOf, hour } from '../kit/clock.ts';
import { idNamed, steadyIds } from '../kit/ids.ts';
import type { Random } from '../kit/random.ts';
import type { DatedRow, Part, PayOutPart, ReceiptPart, Records } from '../kit/records.ts';
import { rowsFor } from '../kit/rows.ts';
import type { Planted, PlantedFreight, QuoteScript, ShipmentScript } from '../kit/script.ts';
import type { Shift, Shifts } from '../kit/span.ts';
import type { Brokerage, World } from '../parties/world.ts';
import type { Exposure, Life, Lives, Snapshot } from './life.ts';
import { movesOf, planShipment, scriptedCreation } from './plan.ts';
import { writeQuote } from './quotes.ts';
import { referencesOf } from './references.ts';
import { shipmentIdOf, writeShipment } from './shipments.ts';

interface Needs {
  readonly brokerage: Brokerage;
  readonly shifts: Shifts;
  /** What is planted among those that begin on a day. */
  readonly plantedOn: (dayNumber: number) => PlantedFreight;
}

/** Lost quotes for each shipment. */
const lostQuotesPerShipment = 1.5;

export function livesOf({ brokerage, shifts, plantedOn }: Needs): Lives {
  return {
    on(dayNumber) {
      const planted = plantedOn(dayNumber);
      return [
        ...planted.shipments.map((script, index) =>
          plantedShipment(brokerage, script, serialOf(dayNumber, -1 - index)),
        ),
        ...planted.quotes.map((script) => plantedQuote(brokerage, script)),
        ...shiftLives(brokerage, { dayNumber, name: 'morning', shift: shifts.before(dayNumber), first: 0 }),
        ...shiftLives(brokerage, { dayNumber, name: 'rest', shift: shifts.after(dayNumber), first: restFrom }),
      ];
    },
  };
}

/** More than a desk takes on any day, so that no two shipments share a number. */
const serialsPerDay = 40_000;
const restFrom = 20_000;
const serialsFrom = 18_000;

/** Ten numbers each: a shipment has several bills. Those of planted ones are at the end of their day. */
const serialOf = (dayNumber: number, index: number): number =>
  10 * ((dayNumber - serialsFrom) * serialsPerDay + (index < 0 ? serialsPerDay + index : index));

interface OrdinaryDay {
  readonly dayNumber: number;
  readonly name: string;
  readonly shift: Shift;
  readonly first: number;
}

function shiftLives(brokerage: Brokerage, { dayNumber, name, shift, first }: OrdinaryDay): Life[] {
  if (shift.shipments <= 0 || shift.closes <= shift.opens) return [];
  const { customers, random: root } = brokerage;
  const random = root.fork(`${name}/${dayNumber}`);
  const draft = (kind: string, index: number) => ({
    name: `${kind}/${dayNumber}/${index}`,
    at: shift.opens + Math.floor(random.unit() * (shift.closes - shift.opens)),
    customer: random.pickBy(customers.active, customers.weights),
  });
  const shipments = Array.from({ length: shift.shipments }, (_, index) => {
    const { name, at: createdAt, customer } = draft('shipment', first + index);
    const serial = serialOf(dayNumber, first + index);
    return shipmentLife(brokerage, { name, createdAt, customer, serial, anchor: createdAt });
  });
  const quotes = Array.from({ length: Math.round(shift.shipments * lostQuotesPerShipment) }, (_, index) => {
    const { name, at: requestedAt, customer } = draft('quote', first + index);
    return quoteLife(brokerage, { name, requestedAt, customer, anchor: requestedAt });
  });
  return [...shipments, ...quotes];
}

type ShipmentDraft = Omit<Parameters<typeof planShipment>[0], 'brokerage' | 'random'> & { readonly name: string };

function shipmentLife(brokerage: Brokerage, { name, ...draft }: ShipmentDraft): Life {
  const random = brokerage.random.fork(name);
  let drafted: Parameters<typeof writeShipment>[1] | undefined;
  const planned = () => {
    const plan = planShipment({ ...draft, brokerage, random: random.fork('plan') });
    const references = referencesOf({ random: random.fork('references'), root: brokerage.random }, plan);
    return { plan, random, references };
  };
  const write = (world: World) => writeShipment(world, (drafted ??= planned()));
  return {
    name,
    kind: 'shipment',
    createdAt: draft.createdAt,
    shipmentId: shipmentIdOf(random, draft.createdAt),
    at: (now) => takeSnapshot(brokerage, { random, now }, write),
    moves: () => movesOf((drafted ??= planned()).plan),
  };
}

type QuoteDraft = Omit<Parameters<typeof writeQuote>[1], 'random'> & { readonly name: string };

function quoteLife(brokerage: Brokerage, { name, ...draft }: QuoteDraft): Life {
  const random = brokerage.random.fork(name);
  return {
    name,
    kind: 'quote',
    createdAt: draft.requestedAt,
    shipmentId: null,
    at: (now) =>
      takeSnapshot(brokerage, { random, now }, (world) => {
        writeQuote(world, { ...draft, random: random.fork('plan') });
        return null;
      }),
    moves: () => [],
  };
}

function takeSnapshot(
  brokerage: Brokerage,
  when: { readonly random: Random; readonly now: number },
  write: (world: World) => Exposure | null,
): Snapshot {
  let exposure: Exposure | null = null;
  const records = recordsOf(brokerage, when, (world) => {
    exposure = write(world);
  });
  return { ...records, exposure };
}

/** Writes one life down as far as it has come; its ids follow from its own stream of numbers. */
function recordsOf(
  brokerage: Brokerage,
  { random, now }: { readonly random: Random; readonly now: number },
  write: (world: World) => void,
): Records {
  const rows: DatedRow[] = [];
  const receipts: ReceiptPart[] = [];
  const payOuts: PayOutPart[] = [];
  let nextAt = Number.POSITIVE_INFINITY;
  const isPast = (at: number | null): at is number => {
    if (at === null) return false;
    if (at > now) nextAt = Math.min(nextAt, at);
    return at <= now;
  };
  const newId = steadyIds(random.fork('ids'));
  const own = rowsFor(brokerage.organizationId, newId);
  const worldFor = (part: Part): World => ({
    ...brokerage,
    rows: own,
    newId,
    isPast,
    idOf: (name, at, place) => idNamed(random, name, at, place),
    write(table, at, given) {
      if (!isPast(at)) return;
      rows.push({ table, at, part, row: own.anyOf(table, at, given) });
    },
    receive: (receipt) => void receipts.push(receipt),
    payOut: (payOut) => void payOuts.push({ ...payOut, part }),
    for: worldFor,
  });
  write(worldFor('freight'));
  return { rows, receipts, payOuts, nextAt };
}

function plantedShipment(brokerage: Brokerage, { script, anchor }: Planted<ShipmentScript>, serial: number): Life {
  const createdAt = scriptedCreation(anchor, script);
  // A stream of its own keeps each planted shipment the same whatever else is planted.
  const name = `planted/${script.key}`;
  const customer =
    script.customer === undefined ? pickCustomer(brokerage, name) : requireCustomer(brokerage, script.customer);
  return shipmentLife(brokerage, { name, createdAt, customer, serial, script, anchor });
}

function plantedQuote(brokerage: Brokerage, { script, anchor }: Planted<QuoteScript>): Life {
  const requestedAt = anchor - script.requestedHoursAgo * hour;
  const customer = requireCustomer(brokerage, script.customer);
  return quoteLife(brokerage, { name: `planted/${script.key}`, requestedAt, customer, script, anchor });
}

const pickCustomer = ({ customers, random }: Brokerage, name: string) =>
  random.fork(`${name}/customer`).pickBy(customers.active, customers.weights);

function requireCustomer({ customers }: Brokerage, key: string) {
  const customer = customers.byKey.get(key);
  if (!customer) throw new RangeError(`no planted customer ${key}`);
  return customer;
}

/** Planted freight by the day on which it begins. */
export function plantedByDay({ shipments, quotes }: PlantedFreight): ReadonlyMap<number, PlantedFreight> {
  const shipmentDays = Map.groupBy(shipments, ({ script, anchor }) => dayOf(scriptedCreation(anchor, script)));
  const quoteDays = Map.groupBy(quotes, ({ script, anchor }) => dayOf(anchor - script.requestedHoursAgo * hour));
  const days = new Set([...shipmentDays.keys(), ...quoteDays.keys()]);
  return new Map(
    [...days].map((dayNumber) => [
      dayNumber,
      { shipments: shipmentDays.get(dayNumber) ?? [], quotes: quoteDays.get(dayNumber) ?? [] },
    ]),
  );
}
