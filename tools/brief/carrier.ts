import { addDays, civilDay, daysBetween, todayIn } from '../../src/domain/kit/dates.ts';
import { isUncoveredOn } from '../../src/domain/kit/insurance-cover.ts';
import { printRule } from '../../src/domain/rules/rule-sql.ts';
import { activeAssignment, endedAssignment, liveLoad } from '../../src/domain/freight/load.ts';
import { codeWords } from '../../src/domain/kit/code-words.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type CopyNow, copyNow } from '../../src/mcp/tool/copy-now.ts';
import { rowsOf } from '../copied/rows.ts';
import { dispatchOperations, troubles, troubleSection } from './dispatch.ts';
import { type BriefItem, type BriefSection, counted, type RoleBrief, sumText } from './section.ts';

export const carrierOperations = dispatchOperations;

/** Who is missing, and whom we may lose. */
export async function carrierBrief(ctx: ToolContext): Promise<RoleBrief> {
  const [found, copy] = await Promise.all([troubles(ctx, 'uncovered'), copyNow(ctx, ['load', 'carrier', 'shipment'])]);
  const today = todayIn(ctx.timeZone, ctx.now());
  const soonDays = ctx.policy.rules.carriers.insuranceSoonDays;
  return {
    sections: [
      troubleSection(found, 'uncovered', 'Uncovered'),
      await fallenOff(copy),
      await endingCover(ctx, copy, today),
      await waitingCarriers(ctx, copy, today),
    ],
    definitions: `Uncovered = a load without an active carrier; fell off = a carrier that left a load which is not delivered; insurance = of truckload carriers with live loads: none on record, ended, or ending within ${soonDays} days, at stake their live loads at the agreed cost; waiting = carriers that are PENDING`,
  };
}

interface Fallen {
  readonly load: string;
  readonly shipment: string;
  readonly carrier: string;
  readonly number: string;
  readonly reason: string | null;
  readonly isOpen: number;
}

/** On loads that still have to be moved; the API does not say when a carrier left. */
async function fallenOff(copy: CopyNow): Promise<BriefSection> {
  const rows = await rowsOf<Fallen>(
    copy.read,
    `select load.friendly_id as load, shipment.friendly_id as shipment, carrier.name as carrier,
      carrier.friendly_id as number, gone.removal_reason as reason,
      not exists (select 1 from load_carrier as now where now.load_id = load.id and ${printRule(activeAssignment, 'now')}) as isOpen
    from load_carrier as gone
    join load on load.id = gone.load_id
    join shipment on shipment.id = load.shipment_id
    join carrier on carrier.id = gone.carrier_id
    where ${printRule(endedAssignment, 'gone')} and ${printRule(liveLoad, 'load')}
    order by isOpen desc, gone.created_at desc, gone.id`,
  );
  const items = rows.map(({ load, shipment, carrier, number, reason, isOpen }): BriefItem => ({
    key: `${load} ${number}`,
    record: load,
    name: carrier,
    what: `${reason === null ? 'left' : codeWords(reason).toLowerCase()}, ${isOpen ? 'open again' : 'covered again'}, ${shipment}`,
  }));
  const open = rows.filter(({ isOpen }) => isOpen);
  const [first] = rows;
  const next = open[0]
    ? { tool: 'cover_load', arguments: { load: open[0].load }, why: 'ranks carriers for the first that is open' }
    : first && { tool: 'get_shipment', arguments: { shipment: first.shipment }, why: 'the story of the first' };
  const sum = items.length === 0 ? undefined : `${open.length} open again`;
  return { key: 'fell_off', title: 'Fell off', items, sum, next };
}

interface Covered {
  readonly friendlyId: string;
  readonly name: string;
  readonly insuredUntil: string | null;
  readonly currency: string;
  readonly loads: number;
  readonly cents: number | null;
}

async function endingCover(ctx: ToolContext, copy: CopyNow, today: string): Promise<BriefSection> {
  const last = addDays(today, ctx.policy.rules.carriers.insuranceSoonDays);
  const rows = await rowsOf<Covered>(
    copy.read,
    `select carrier.friendly_id as friendlyId, carrier.name, carrier.insurance_expires_at as insuredUntil,
      booked.currency, count(*) as loads, sum(booked.cost_cents) as cents
    from load_carrier as booked
    join load on load.id = booked.load_id and ${printRule(liveLoad, 'load')}
    join carrier on carrier.id = booked.carrier_id and carrier.type = 'TRUCKLOAD'
    where ${printRule(activeAssignment, 'booked')}
      and (carrier.insurance_expires_at is null or carrier.insurance_expires_at < ?)
    group by carrier.id, booked.currency`,
    // A day more than any zone needs: the day in the desk's zone decides below.
    [addDays(last, 2)],
  );
  const ending = rows
    .map((row) => ({ ...row, day: row.insuredUntil === null ? null : civilDay(row.insuredUntil, ctx.timeZone) }))
    .filter(({ day }) => day === null || day <= last)
    .toSorted((one, other) => rankOf(one.day, today) - rankOf(other.day, today) || other.loads - one.loads);
  const items = ending.map((row): BriefItem => ({
    key: row.friendlyId,
    record: row.friendlyId,
    name: row.name,
    what: `${coverText(row.day, today)}, ${counted(row.loads, 'live load')}${atStake(row)}`,
  }));
  const sum = sumText(ending.map(({ currency, cents }) => ({ currency, amountCents: cents ?? 0 })));
  const [first] = items;
  const next = first && { tool: 'get_carrier', arguments: { carrier: first.record }, why: 'the verdict on the first' };
  return { key: 'insurance', title: 'Insurance', items, sum: sum && `${sum} at stake`, next };
}

/** What has ended or is not known first, then what ends first. */
const rankOf = (day: string | null, today: string): number =>
  day === null || isUncoveredOn(today, day) ? -1 : daysBetween(today, day);

function coverText(day: string | null, today: string): string {
  if (day === null) return 'none on record';
  return isUncoveredOn(today, day) ? `ended ${day}` : `ends ${day}`;
}

function atStake({ currency, cents }: Covered): string {
  const sum = cents === null ? undefined : sumText([{ currency, amountCents: cents }]);
  return sum === undefined ? '' : `, ${sum}`;
}

interface Waiting {
  readonly friendlyId: string;
  readonly name: string;
  readonly createdAt: string;
}

async function waitingCarriers(ctx: ToolContext, copy: CopyNow, today: string): Promise<BriefSection> {
  const rows = await rowsOf<Waiting>(
    copy.read,
    `select friendly_id as friendlyId, name, created_at as createdAt from carrier where status = 'PENDING'
    order by created_at`,
  );
  const items = rows.map(({ friendlyId, name, createdAt }): BriefItem => ({
    key: friendlyId,
    record: friendlyId,
    name,
    what: `waits ${counted(daysBetween(todayIn(ctx.timeZone, createdAt), today), 'day')}`,
  }));
  const [first] = items;
  const next = first && { tool: 'get_carrier', arguments: { carrier: first.record }, why: 'what its file lacks' };
  return { key: 'onboarding', title: 'Waiting to be onboarded', items, next };
}
