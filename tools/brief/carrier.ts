import type { InferResult } from 'kysely';
import { addDays, toCivilDay, countDaysBetween, getToday } from '../../src/domain/kit/dates.ts';
import { insuredCarrier, waitingCarrier } from '../../src/domain/carriers/active-carrier.ts';
import { isEndingWithin, isUncoveredOn } from '../../src/domain/kit/insurance-cover.ts';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import { activeAssignment, endedAssignment, liveLoad } from '../../src/domain/freight/load.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { dispatchOperations, findTroubles, buildTroubleSection } from './dispatch.ts';
import { type BriefItem, type BriefSection, formatCount, type RoleBrief, formatSums } from './section.ts';

export const carrierOperations = dispatchOperations;

/** Builds the brief for carrier sales: loads without a carrier, and carriers that may be lost. */
export async function buildCarrierBrief(ctx: ToolContext): Promise<RoleBrief> {
  const uncoveredShipments = await findTroubles(ctx, 'uncovered');
  const records = await ctx.records();
  const today = getToday(ctx.timeZone, ctx.now());
  const soonDays = ctx.policy.rules.carriers.insuranceSoonDays;
  return {
    sections: [
      buildTroubleSection(uncoveredShipments, 'uncovered', 'Uncovered'),
      await buildFallenOffSection(records),
      await buildInsuranceSection(ctx, records, today),
      await buildWaitingSection(ctx, records, today),
    ],
    definitions: `Uncovered = a load without an active carrier; fell off = a carrier that left a load which is not delivered; insurance = of truckload carriers with live loads: none on record, ended, or ending within ${soonDays} days, with the agreed cost of their live loads; waiting = pending carriers`,
  };
}

/**
 * Selects carriers that left loads which still have to be moved, open loads first. The API does not say when a carrier
 * left. The query starts with loads: they are few, and a cross join keeps that order.
 */
const selectFallen = ({ db }: CopiedRecords) =>
  db
    .selectFrom('load as l')
    .crossJoin('load_carrier as gone')
    .innerJoin('shipment as s', 's.id', 'l.shipment_id')
    .innerJoin('carrier as c', 'c.id', 'gone.carrier_id')
    .select((eb) => [
      'l.friendly_id as load',
      's.friendly_id as shipment',
      'c.name as carrier',
      'c.friendly_id as number',
      'gone.removal_reason as reason',
      eb
        .case()
        .when(
          eb.not(
            eb.exists(
              eb
                .selectFrom('load_carrier as now')
                .select('now.id')
                .whereRef('now.load_id', '=', 'l.id')
                .where(matchRule(activeAssignment, 'now')),
            ),
          ),
        )
        .then(1)
        .else(0)
        .end()
        .as('isOpen'),
    ])
    .whereRef('gone.load_id', '=', 'l.id')
    .where(matchRule(endedAssignment, 'gone'))
    .where(matchRule(liveLoad, 'l'))
    .orderBy('isOpen', 'desc')
    .orderBy('gone.created_at', 'desc')
    .orderBy('gone.id');

async function buildFallenOffSection(records: CopiedRecords): Promise<BriefSection> {
  const rows = await selectFallen(records).execute();
  const items = rows.map(({ load, shipment, carrier, number, reason, isOpen }): BriefItem => ({
    key: `${load} ${number}`,
    record: load,
    name: carrier,
    what: `${reason === null ? 'left' : formatCode(reason)}, ${isOpen === 1 ? 'open again' : 'covered again'}, ${shipment}`,
  }));
  const open = rows.filter(({ isOpen }) => isOpen === 1);
  const [first] = rows;
  const next = open[0]
    ? { tool: 'cover_load', arguments: { load: open[0].load }, why: 'ranks carriers for the first that is open' }
    : first && { tool: 'get_shipment', arguments: { shipment: first.shipment }, why: 'the story of the first' };
  const sum = items.length === 0 ? undefined : `${open.length} open again`;
  return { key: 'fell_off', title: 'Fell off', items, sum, next };
}

/**
 * Selects truckload carriers with live loads whose insurance is not on record or ends before the given instant, by
 * currency of their pay.
 */
const selectCover = ({ db }: CopiedRecords, before: string) =>
  db
    .selectFrom('load as l')
    .crossJoin('load_carrier as booked')
    .innerJoin('carrier as c', 'c.id', 'booked.carrier_id')
    .select(({ fn }) => [
      'c.friendly_id as friendlyId',
      'c.name',
      'c.insurance_expires_at as insuredUntil',
      'booked.currency',
      fn.countAll<number>().as('loads'),
      fn.sum<number | null>('booked.cost_cents').as('cents'),
    ])
    .whereRef('booked.load_id', '=', 'l.id')
    .where(matchRule(liveLoad, 'l'))
    .where(matchRule(activeAssignment, 'booked'))
    .where(matchRule(insuredCarrier, 'c'))
    .where((eb) => eb.or([eb('c.insurance_expires_at', 'is', null), eb('c.insurance_expires_at', '<', before)]))
    .groupBy(['c.id', 'c.friendly_id', 'c.name', 'c.insurance_expires_at', 'booked.currency']);

type InsuranceRow = InferResult<ReturnType<typeof selectCover>>[number];

async function buildInsuranceSection(ctx: ToolContext, records: CopiedRecords, today: string): Promise<BriefSection> {
  const days = ctx.policy.rules.carriers.insuranceSoonDays;
  // A day more than any zone needs: the day in the desk's zone decides below.
  const rows = await selectCover(records, addDays(today, days + 2)).execute();
  const ending = rows
    .map((row) => ({ ...row, day: row.insuredUntil === null ? null : toCivilDay(row.insuredUntil, ctx.timeZone) }))
    .filter(({ day }) => day === null || isEndingWithin(days, today, day))
    .toSorted(
      (first, second) =>
        rankInsurance(first.day, today) - rankInsurance(second.day, today) || second.loads - first.loads,
    );
  const items = ending.map((row): BriefItem => ({
    key: row.friendlyId,
    record: row.friendlyId,
    name: row.name,
    what: `${describeInsurance(row.day, today)}, ${formatCount(row.loads, 'live load')}${formatExposure(row)}`,
  }));
  const sum = formatSums(ending.map(({ currency, cents }) => ({ currency, amountCents: cents ?? 0 })));
  const [first] = items;
  const next = first && { tool: 'get_carrier', arguments: { carrier: first.record }, why: 'the verdict on the first' };
  return { key: 'insurance', title: 'Insurance', items, sum: sum && `${sum} on live loads`, next };
}

/** Ranks insurance by its end: ended or unknown first, then the soonest end. */
const rankInsurance = (day: string | null, today: string): number =>
  day === null || isUncoveredOn(today, day) ? -1 : countDaysBetween(today, day);

function describeInsurance(day: string | null, today: string): string {
  if (day === null) return 'none on record';
  return isUncoveredOn(today, day) ? `ended ${formatDate(day)}` : `ends ${formatDate(day)}`;
}

function formatExposure({ currency, cents }: InsuranceRow): string {
  const sum = cents === null ? undefined : formatSums([{ currency, amountCents: cents }]);
  return sum === undefined ? '' : `, ${sum}`;
}

async function buildWaitingSection(ctx: ToolContext, records: CopiedRecords, today: string): Promise<BriefSection> {
  const rows = await records.db
    .selectFrom('carrier as c')
    .select(['c.friendly_id as friendlyId', 'c.name', 'c.created_at as createdAt'])
    .where(matchRule(waitingCarrier, 'c'))
    .orderBy('c.created_at')
    .execute();
  const items = rows.map(({ friendlyId, name, createdAt }): BriefItem => ({
    key: friendlyId,
    record: friendlyId,
    name,
    what: `waiting ${formatCount(countDaysBetween(getToday(ctx.timeZone, createdAt), today), 'day')}`,
  }));
  const [first] = items;
  const next = first && { tool: 'get_carrier', arguments: { carrier: first.record }, why: 'what its file lacks' };
  return { key: 'onboarding', title: 'Waiting to be onboarded', items, next };
}
