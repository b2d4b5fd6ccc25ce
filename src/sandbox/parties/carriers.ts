import type { CarrierEquipmentClass } from '../../domain/freight/equipment.ts';
import type { RowBatch, NewRow } from '../fill/batch.ts';
import { day } from '../kit/clock.ts';
import { drawCarrierName, toMailAddress, drawPersonName, buildPhoneNumber } from '../kit/names.ts';
import { type Random, computeRunningSums } from '../kit/random.ts';
import { drawCarrierRow } from './carrier-row.ts';
import type { SandboxCarrier, CarrierScript, SandboxFactor, TermKey, Terms } from './party.ts';
import { createPayTo } from './pay-to.ts';
import type { Carriers, Foundation } from './world.ts';

interface CarriersInput {
  readonly foundation: Foundation;
  readonly terms: Terms;
  readonly factors: readonly SandboxFactor[];
  readonly scripts: readonly CarrierScript[];
  readonly count: number;
}

const classMix: readonly (readonly [share: number, classes: readonly CarrierEquipmentClass[]])[] = [
  [44, ['VAN']],
  [16, ['VAN', 'REEFER']],
  [12, ['REEFER']],
  [11, ['FLATBED']],
  [5, ['VAN', 'POWER_ONLY']],
  [4, ['FLATBED', 'SPECIALIZED']],
  [4, ['POWER_ONLY']],
  [3, ['CONTAINER']],
  [1, ['TANKER']],
];
const classShares = computeRunningSums(classMix.map(([share]) => share));
/** Most carriers are on ordinary terms; one in eight takes its money early. */
const termShares: readonly TermKey[] = ['net30', 'net30', 'net30', 'net30', 'net30', 'net21', 'net21', 'quickpay2'];

export function createCarriers(needs: CarriersInput): { readonly carriers: Carriers; readonly batches: RowBatch[] } {
  const { foundation, scripts, count } = needs;
  const random = foundation.random.fork('carriers');
  const made: { carrier: SandboxCarrier; rows: CarrierRows }[] = [];
  for (const draft of drawDrafts(needs, random))
    made.push(createCarrier(needs, random, { ...draft, index: made.length }));
  const all = made.map(({ carrier }) => carrier);
  const byKey = new Map(all.flatMap((carrier) => (carrier.key === null ? [] : [[carrier.key, carrier]])));
  const batches: RowBatch[] = [
    { table: 'carrier', rows: made.map(({ rows }) => rows.carrier) },
    { table: 'carrier_contact', rows: made.flatMap(({ rows }) => rows.contacts) },
    { table: 'carrier_payment_method', rows: made.flatMap(({ rows }) => rows.payTo) },
  ];
  return {
    carriers: {
      all,
      byKey,
      book: createBooker(all, { total: count + scripts.length, random: random.fork('regulars') }),
    },
    batches,
  };
}

interface CarrierDraft {
  readonly at: number;
  readonly script: CarrierScript | null;
}

/** Draws carriers in the order of creation, which is the order of their numbers. */
function drawDrafts({ foundation, scripts, count }: CarriersInput, random: Random): CarrierDraft[] {
  const { foundedAt, madeAt } = foundation;
  // One in fifty was onboarded within the last month.
  const recent = Math.ceil(count / 50);
  const drafts: CarrierDraft[] = Array.from({ length: count }, (_, index) => {
    const age =
      index < recent ? 2 + random.drawUnit() * 27 : 31 + random.drawUnit() * ((madeAt - foundedAt) / day - 60);
    return { at: Math.floor(madeAt - age * day), script: null };
  });
  for (const script of scripts) drafts.push({ at: madeAt - (script.createdDaysAgo ?? 500) * day, script });
  return drafts.sort((a, b) => a.at - b.at);
}

interface CarrierRows {
  readonly carrier: NewRow<'carrier'>;
  readonly contacts: readonly NewRow<'carrier_contact'>[];
  readonly payTo: readonly NewRow<'carrier_payment_method'>[];
}

function createCarrier(needs: CarriersInput, random: Random, { at, script, index }: CarrierDraft & { index: number }) {
  const { foundation, terms, factors } = needs;
  const id = foundation.newId(at);
  const name = script?.name ?? drawCarrierName(random, index);
  const classes = script?.classes ?? random.pickBy(classMix, classShares)[1];
  const paid = script?.paid ?? (index % 25 < 12 ? 'by factor' : 'directly');
  const factor = paid === 'by factor' ? random.pick(factors) : null;
  const term = terms[script?.term ?? (factor ? 'net30' : random.pick(termShares))];
  const contactId = foundation.newId(at + 1000);
  const made = drawCarrierRow(foundation, random, {
    id,
    at,
    index,
    name,
    classes,
    script,
    term,
    isFactored: factor !== null,
  });
  const carrier: SandboxCarrier = {
    id,
    key: script?.key ?? null,
    index,
    name,
    createdAt: at,
    classes,
    term,
    factor,
    contactId,
    onTimeShare: 0.91 + random.drawUnit() * 0.05,
    insurance: made.insurance,
    isOffered: script === null && made.isInGoodStanding,
    invoices: { prefix: random.pick(['', '', 'INV-', 'INV', 'F-', 'L']), from: random.drawInt(1_100, 89_000) },
  };
  const rows: CarrierRows = {
    carrier: made.row,
    contacts: createContacts(foundation, random, carrier),
    payTo: createPayTo(foundation, { carrier, script, isRecorded: made.isComplete }),
  };
  return { carrier, rows };
}

function createContacts({ rows }: Foundation, random: Random, carrier: SandboxCarrier): NewRow<'carrier_contact'>[] {
  const person = drawPersonName(random);
  return [
    rows.of('carrier_contact', carrier.createdAt + 1000, {
      id: carrier.contactId,
      carrier_id: carrier.id,
      name: person,
      email: toMailAddress(person, carrier.name),
      phone_number: buildPhoneNumber(carrier.index * 2 + 1),
      title: 'Dispatcher',
      contact_types: '["DISPATCH","AFTER_HOURS"]',
    }),
  ];
}

/** Two thirds of the freight of a lane goes to the same few carriers. */
const regularShare = 0.66;
const regularsMax = 7;
const volumeExponent = 0.6;
const triesMax = 24;

/**
 * Creates the function that books a carrier. A lane's usual carriers don't depend on earlier bookings, so any day can
 * be generated without the days before it.
 */
function createBooker(
  all: readonly SandboxCarrier[],
  { total, random: root }: { total: number; random: Random },
): Carriers['book'] {
  const pools = new Map<CarrierEquipmentClass, Pool>();
  const regulars = new Map<string, readonly SandboxCarrier[]>();
  const getPool = (equipment: CarrierEquipmentClass): Pool => {
    const pool = pools.get(equipment) ?? buildPool(all, total, equipment);
    pools.set(equipment, pool);
    return pool;
  };
  const getRegulars = (lane: string, equipment: CarrierEquipmentClass): readonly SandboxCarrier[] => {
    const name = `${lane} ${equipment}`;
    const { carriers, weights } = getPool(equipment);
    const random = root.fork(name);
    const usual = regulars.get(name) ?? Array.from({ length: regularsMax }, () => random.pickBy(carriers, weights));
    regulars.set(name, usual);
    return usual;
  };
  return (random, { lane, equipment, bookedAt, deliveredAt }) => {
    const pool = getPool(equipment);
    const isSuitable = ({ createdAt, insurance }: SandboxCarrier) =>
      createdAt + day < bookedAt && insurance.until(bookedAt) > deliveredAt;
    if (random.drawChance(regularShare)) {
      const carrier = random.pick(getRegulars(lane, equipment));
      if (isSuitable(carrier)) return carrier;
    }
    let carrier = random.pickBy(pool.carriers, pool.weights);
    for (let tries = 0; tries < triesMax && !isSuitable(carrier); tries += 1) carrier = random.pick(pool.carriers);
    return isSuitable(carrier) ? carrier : (pool.carriers.find(isSuitable) ?? carrier);
  };
}

interface Pool {
  readonly carriers: readonly SandboxCarrier[];
  readonly weights: readonly number[];
}

function buildPool(all: readonly SandboxCarrier[], total: number, equipment: CarrierEquipmentClass): Pool {
  // Ranked by something other than age: a stride that is coprime to most counts.
  const carriers = all
    .filter((carrier) => carrier.isOffered && carrier.classes.includes(equipment))
    .sort((a, b) => ((a.index * 7919) % (total + 1)) - ((b.index * 7919) % (total + 1)));
  return { carriers, weights: computeRunningSums(carriers.map((_, rank) => 1 / (rank + 1) ** volumeExponent)) };
}
