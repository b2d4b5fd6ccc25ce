import { toDayNumber, hour } from '../kit/clock.ts';
import { createNamedId, createSteadyIdSource } from '../kit/ids.ts';
import type { Random } from '../kit/random.ts';
import type { DatedRow, TimelinePart, PayOutPart, ReceiptPart, TimelineRecords } from '../kit/records.ts';
import { createRowFactory } from '../kit/rows.ts';
import type { Planted, PlantedFreight, QuoteScript, ShipmentScript } from '../kit/script.ts';
import type { Shift, Shifts } from '../kit/span.ts';
import type { SandboxBrokerage, TimelineWorld } from '../parties/world.ts';
import type { CustomerExposure, Timeline, Timelines, Snapshot } from './timeline.ts';
import { listStatusChanges, planShipment, computeScriptedCreation } from './plan.ts';
import { writeQuote } from './quotes.ts';
import { drawReferences } from './references.ts';
import { createShipmentId, writeShipment } from './shipments.ts';

interface TimelinesInput {
  readonly brokerage: SandboxBrokerage;
  readonly shifts: Shifts;
  /** Returns the planted freight that begins on a day. */
  readonly plantedOn: (dayNumber: number) => PlantedFreight;
}

/** Lost quotes for each shipment. */
const lostQuotesPerShipment = 1.5;

export function createTimelines({ brokerage, shifts, plantedOn }: TimelinesInput): Timelines {
  return {
    on(dayNumber) {
      const planted = plantedOn(dayNumber);
      return [
        ...planted.shipments.map((script, index) =>
          createPlantedShipment(brokerage, script, computeSerial(dayNumber, -1 - index)),
        ),
        ...planted.quotes.map((script) => createPlantedQuote(brokerage, script)),
        ...listShiftTimelines(brokerage, { dayNumber, name: 'morning', shift: shifts.before(dayNumber), first: 0 }),
        ...listShiftTimelines(brokerage, { dayNumber, name: 'rest', shift: shifts.after(dayNumber), first: restFrom }),
      ];
    },
  };
}

/** More than a desk takes on any day, so that no two shipments share a number. */
const serialsPerDay = 40_000;
const restFrom = 20_000;
const serialsFrom = 18_000;

/**
 * Computes the first of ten serial numbers of a shipment, which can have several bills. Planted shipments get the last
 * numbers of their day.
 */
const computeSerial = (dayNumber: number, index: number): number =>
  10 * ((dayNumber - serialsFrom) * serialsPerDay + (index < 0 ? serialsPerDay + index : index));

interface OrdinaryDay {
  readonly dayNumber: number;
  readonly name: string;
  readonly shift: Shift;
  readonly first: number;
}

function listShiftTimelines(brokerage: SandboxBrokerage, { dayNumber, name, shift, first }: OrdinaryDay): Timeline[] {
  if (shift.shipments <= 0 || shift.closes <= shift.opens) return [];
  const { customers, random: root } = brokerage;
  const random = root.fork(`${name}/${dayNumber}`);
  const drawDraft = (kind: string, index: number) => ({
    name: `${kind}/${dayNumber}/${index}`,
    at: shift.opens + Math.floor(random.drawUnit() * (shift.closes - shift.opens)),
    customer: random.pickBy(customers.active, customers.weights),
  });
  const shipments = Array.from({ length: shift.shipments }, (_, index) => {
    const { name, at: createdAt, customer } = drawDraft('shipment', first + index);
    const serial = computeSerial(dayNumber, first + index);
    return createShipmentTimeline(brokerage, { name, createdAt, customer, serial, anchor: createdAt });
  });
  const quotes = Array.from({ length: Math.round(shift.shipments * lostQuotesPerShipment) }, (_, index) => {
    const { name, at: requestedAt, customer } = drawDraft('quote', first + index);
    return createQuoteTimeline(brokerage, { name, requestedAt, customer, anchor: requestedAt });
  });
  return [...shipments, ...quotes];
}

type ShipmentTimelineDraft = Omit<Parameters<typeof planShipment>[0], 'brokerage' | 'random'> & {
  readonly name: string;
};

function createShipmentTimeline(brokerage: SandboxBrokerage, { name, ...draft }: ShipmentTimelineDraft): Timeline {
  const random = brokerage.random.fork(name);
  let drafted: Parameters<typeof writeShipment>[1] | undefined;
  const planWithReferences = () => {
    const plan = planShipment({ ...draft, brokerage, random: random.fork('plan') });
    const references = drawReferences({ random: random.fork('references'), root: brokerage.random }, plan);
    return { plan, random, references };
  };
  const write = (world: TimelineWorld) => writeShipment(world, (drafted ??= planWithReferences()));
  return {
    name,
    kind: 'shipment',
    createdAt: draft.createdAt,
    shipmentId: createShipmentId(random, draft.createdAt),
    at: (now) => takeSnapshot(brokerage, { random, now }, write),
    moves: () => listStatusChanges((drafted ??= planWithReferences()).plan),
  };
}

type QuoteDraft = Omit<Parameters<typeof writeQuote>[1], 'random'> & { readonly name: string };

function createQuoteTimeline(brokerage: SandboxBrokerage, { name, ...draft }: QuoteDraft): Timeline {
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
  brokerage: SandboxBrokerage,
  when: { readonly random: Random; readonly now: number },
  write: (world: TimelineWorld) => CustomerExposure | null,
): Snapshot {
  let exposure: CustomerExposure | null = null;
  const records = collectRecords(brokerage, when, (world) => {
    exposure = write(world);
  });
  return { ...records, exposure };
}

/** Collects the records of a timeline up to an instant. Their ids are drawn from the timeline's own random stream. */
function collectRecords(
  brokerage: SandboxBrokerage,
  { random, now }: { readonly random: Random; readonly now: number },
  write: (world: TimelineWorld) => void,
): TimelineRecords {
  const rows: DatedRow[] = [];
  const receipts: ReceiptPart[] = [];
  const payOuts: PayOutPart[] = [];
  let nextAt = Number.POSITIVE_INFINITY;
  const isPast = (at: number | null): at is number => {
    if (at === null) return false;
    if (at > now) nextAt = Math.min(nextAt, at);
    return at <= now;
  };
  const newId = createSteadyIdSource(random.fork('ids'));
  const rowFactory = createRowFactory(brokerage.organizationId, newId);
  const createWorld = (part: TimelinePart): TimelineWorld => ({
    ...brokerage,
    rows: rowFactory,
    newId,
    isPast,
    idOf: (name, at, place) => createNamedId(random, name, at, place),
    write(table, at, row) {
      if (!isPast(at)) return;
      rows.push({ table, at, part, row: rowFactory.anyOf(table, at, row) });
    },
    receive: (receipt) => void receipts.push(receipt),
    payOut: (payOut) => void payOuts.push({ ...payOut, part }),
    for: createWorld,
  });
  write(createWorld('freight'));
  return { rows, receipts, payOuts, nextAt };
}

function createPlantedShipment(
  brokerage: SandboxBrokerage,
  { script, anchor }: Planted<ShipmentScript>,
  serial: number,
): Timeline {
  const createdAt = computeScriptedCreation(anchor, script);
  // A stream of its own keeps each planted shipment the same whatever else is planted.
  const name = `planted/${script.key}`;
  const customer =
    script.customer === undefined ? pickCustomer(brokerage, name) : requireCustomer(brokerage, script.customer);
  return createShipmentTimeline(brokerage, { name, createdAt, customer, serial, script, anchor });
}

function createPlantedQuote(brokerage: SandboxBrokerage, { script, anchor }: Planted<QuoteScript>): Timeline {
  const requestedAt = anchor - script.requestedHoursAgo * hour;
  const customer = requireCustomer(brokerage, script.customer);
  return createQuoteTimeline(brokerage, { name: `planted/${script.key}`, requestedAt, customer, script, anchor });
}

const pickCustomer = ({ customers, random }: SandboxBrokerage, name: string) =>
  random.fork(`${name}/customer`).pickBy(customers.active, customers.weights);

function requireCustomer({ customers }: SandboxBrokerage, key: string) {
  const customer = customers.byKey.get(key);
  if (!customer) throw new RangeError(`no planted customer ${key}`);
  return customer;
}

/** Groups planted freight by the day on which it begins. */
export function groupPlantedByDay({ shipments, quotes }: PlantedFreight): ReadonlyMap<number, PlantedFreight> {
  const shipmentDays = Map.groupBy(shipments, ({ script, anchor }) =>
    toDayNumber(computeScriptedCreation(anchor, script)),
  );
  const quoteDays = Map.groupBy(quotes, ({ script, anchor }) => toDayNumber(anchor - script.requestedHoursAgo * hour));
  const days = new Set([...shipmentDays.keys(), ...quoteDays.keys()]);
  return new Map(
    [...days].map((dayNumber) => [
      dayNumber,
      { shipments: shipmentDays.get(dayNumber) ?? [], quotes: quoteDays.get(dayNumber) ?? [] },
    ]),
  );
}
