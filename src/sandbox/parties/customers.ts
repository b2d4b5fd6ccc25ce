import { formatFriendlyId } from '../../domain/identifiers/friendly-id.ts';
import { findCityByName } from '../../domain/places/cities.ts';
import { type Lane, lanes } from '../../domain/places/lanes.ts';
import type { RowBatch, NewRow } from '../fill/batch.ts';
import { day } from '../kit/clock.ts';
import { drawCustomerName, toMailAddress, buildPhoneNumber, toSlug } from '../kit/names.ts';
import { drawAddress } from '../kit/places.ts';
import { type Random, computeRunningSums } from '../kit/random.ts';
import { createLocations } from './locations.ts';
import type { SandboxCustomer, CustomerLane, CustomerScript, Staff, TermKey, Terms } from './party.ts';
import type { Customers, Foundation } from './world.ts';

interface CustomersInput {
  readonly foundation: Foundation;
  readonly staff: Staff;
  readonly terms: Terms;
  readonly scripts: readonly CustomerScript[];
  readonly count: number;
}

const volumeExponent = 0.75;
const laneShares = computeRunningSums(lanes.map(({ volumeShare }) => volumeShare));
const industries = [
  'CONSUMER_GOODS',
  'FOOD_SERVICES',
  'MANUFACTURING',
  'RETAIL_TRADE',
  'WHOLESALE_TRADE',
  'CONSTRUCTION',
] as const;
/** Net 30 for 45 % of customers, 45 for 30 %, 60 for 15 %, 15 for the rest. */
const termShares: readonly TermKey[] = [
  ...Array.from({ length: 9 }, () => 'net30' as const),
  ...Array.from({ length: 6 }, () => 'net45' as const),
  ...Array.from({ length: 3 }, () => 'net60' as const),
  ...Array.from({ length: 2 }, () => 'net15' as const),
];

export function createCustomers(needs: CustomersInput): {
  readonly customers: Customers;
  readonly batches: RowBatch[];
} {
  const { count, scripts, foundation } = needs;
  const random = foundation.random.fork('customers');
  const contacts: NewRow<'customer_contact'>[] = [];
  const places = createLocations(foundation, random.fork('places'));
  const drafts: { script: CustomerScript | null; rank: number | null }[] = Array.from({ length: count }, (_, rank) => ({
    script: scripts.find((script) => script.rank === rank) ?? null,
    rank,
  }));
  drafts.push(...scripts.filter(({ rank }) => rank === undefined).map((script) => ({ script, rank: null })));
  const all = drafts.map((draft, index) => {
    const customer = createCustomer({ ...needs, random, index, script: draft.script });
    const lanes = drawLanes(random, draft.script).map((lane) => places.serve(customer, lane));
    contacts.push(...createContacts(foundation, customer, places.of(customer.id)));
    return { ...customer, lanes, laneWeights: computeRunningSums(lanes.map((_, index) => 1 / (index + 2))) };
  });
  const active = all.slice(0, count);
  const batches: RowBatch[] = [{ table: 'customer_contact', rows: contacts }, ...places.batches()];
  const weights = computeRunningSums(active.map((_, rank) => 1 / (rank + 1) ** volumeExponent));
  const byKey = new Map(all.flatMap((customer) => (customer.key === null ? [] : [[customer.key, customer]])));
  return { customers: { all, active, weights, byKey }, batches };
}

type WithoutLanes = Omit<SandboxCustomer, 'lanes' | 'laneWeights'>;

function createCustomer(
  needs: CustomersInput & { random: Random; index: number; script: CustomerScript | null },
): WithoutLanes {
  const { foundation, random, index, script, staff, terms, count } = needs;
  // Numbers are given in the order of creation, so customers come one after the other.
  const { foundedAt, opensAt } = foundation;
  const at =
    foundedAt + Math.floor(((index + 1) * (opensAt - foundedAt - 5 * day)) / (count + needs.scripts.length + 2));
  const id = foundation.newId(at);
  const name = script?.name ?? drawCustomerName(random, index);
  const term = terms[script?.term ?? random.pick(termShares)];
  const contractShare = random.drawChance(0.5) ? 0.7 : 0.2;
  const repId = random.pick(staff.customerReps);
  const city = random.pickBy(lanes, laneShares).origin;
  const row = foundation.rows.of('customer', at, {
    id,
    friendly_id: formatFriendlyId('customer', index + 1),
    name,
    status: 'ACTIVE',
    service_tier: random.pick(['TIER_1', 'TIER_2', 'TIER_2', 'TIER_3'] as const),
    website: `https://www.${toSlug(name)}.example`,
    phone_number: buildPhoneNumber(index * 3),
    industry: random.pick(industries),
    spend_type: contractShare > 0.5 ? 'CONTRACT' : 'SPOT',
    ein: `00-${String(1_000_000 + index * 37).slice(-7)}`,
    currency: 'USD',
    credit_usage_warning: 0.9,
    default_mode: 'FTL',
    default_margin: 0.15,
    min_margin: 0.05,
    payment_term_id: term.id,
    corporate_address: drawAddress(random, city),
    billing_address: drawAddress(random, city),
  });
  return {
    id,
    key: script?.key ?? null,
    index,
    name,
    repId,
    termId: term.id,
    termDays: term.days,
    payLagDays: random.drawInt(-2, 14),
    payWeekday: random.drawInt(1, 5),
    marginMean: script?.marginMean ?? random.drawNormal(contractShare > 0.5 ? 0.125 : 0.145, 0.012),
    contractShare,
    creditUse:
      script && script.creditUse !== undefined
        ? script.creditUse
        : random.drawChance(0.15)
          ? null
          : 0.25 + random.drawUnit() * 0.5,
    row,
  };
}

/** Draws two to five lanes by their market volume, mostly in the direction in which the market ships. */
function drawLanes(random: Random, script: CustomerScript | null): Pick<CustomerLane, 'lane' | 'from' | 'to'>[] {
  if (script?.lanes) return script.lanes.map(toScriptedLane);
  const laneCount = random.drawInt(2, 5);
  const chosen = new Set<Lane>();
  while (chosen.size < laneCount) chosen.add(random.pickBy(lanes, laneShares));
  return [...chosen].map((lane) =>
    random.drawChance(lane.forwardShare)
      ? { lane, from: lane.origin, to: lane.destination }
      : { lane, from: lane.destination, to: lane.origin },
  );
}

function toScriptedLane([from, to, miles, equipment = 'van']: NonNullable<CustomerScript['lanes']>[number]) {
  const [origin, destination] = [findCityByName(from), findCityByName(to)];
  if (!origin || !destination) throw new RangeError(`no such lane: ${from} to ${to}`);
  const lane: Lane = { origin, destination, miles, equipment, forwardShare: 1, volumeShare: 1 };
  return { lane, from: origin, to: destination };
}

/** Creates a customer's contacts: one for billing and one for each dock. */
function createContacts(
  { rows, newId }: Foundation,
  customer: WithoutLanes,
  dockContactId: string,
): NewRow<'customer_contact'>[] {
  const at = Date.parse(customer.row.created_at);
  const common = { customer_id: customer.id, is_primary: 0 } as const;
  return [
    rows.of('customer_contact', at + 1000, {
      ...common,
      id: newId(at + 1000),
      name: 'Accounts Payable',
      email: toMailAddress('ap', customer.name),
      phone_number: buildPhoneNumber(customer.index * 3 + 1),
      title: 'Accounts payable',
      is_primary: 1,
      contact_types: '["BILLING"]',
    }),
    rows.of('customer_contact', at + 2000, {
      ...common,
      id: dockContactId,
      name: 'Shipping Office',
      email: toMailAddress('shipping', customer.name),
      phone_number: buildPhoneNumber(customer.index * 3 + 2),
      title: 'Traffic manager',
      contact_types: '["SHIPPING","DOCK_SHIPPING"]',
      notifications: '["SHIPMENT_PICKED_UP","SHIPMENT_DELIVERED"]',
    }),
  ];
}

/**
 * Sets the limits so that each customer's exposure is the intended share of it, in round amounts unless it must be
 * exact.
 */
export function withCreditLimits(
  all: readonly SandboxCustomer[],
  exposures: ReadonlyMap<string, number>,
): NewRow<'customer'>[] {
  return all.map(({ id, row, creditUse, key }) => {
    if (creditUse === null) return row;
    const exact = Math.round((exposures.get(id) ?? 0) / creditUse);
    const stepCents = key === null ? 1_000_000 : 100;
    return {
      ...row,
      credit_limit_cents: Math.max(2_500_000 * Number(key === null), Math.ceil(exact / stepCents) * stepCents),
    };
  });
}
