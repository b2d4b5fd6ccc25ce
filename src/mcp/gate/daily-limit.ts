import type { OperationName } from '../../contract/operation-names.ts';
import { getLocalDay } from '../../domain/places/local-time.ts';
import { getToday } from '../../domain/kit/dates.ts';
import { type AmountOf, formatMoney, sumByCurrency } from '../../domain/money/money.ts';
import { declaredOperations } from '../tool/allowed-calls.ts';
import type { Confirmed, Plan } from '../tool/plan.ts';
import { isSamePrincipal } from '../policy/principal-name.ts';
import { bookingsPerDay } from '../policy/policy.ts';
import type { ToolRun } from '../run/run.ts';
import { chooseDeskZone } from '../run/desk-zone.ts';

/**
 * Money that does not leave: what customers pay or are billed, credit that was counted when it was given, and a booking,
 * whose bill is counted when it is approved. What is not named here leaves.
 */
const staying: ReadonlySet<OperationName> = new Set([
  'payments.create',
  'shipments.generateInvoice',
  'creditMemos.apply',
  'creditMemos.unapply',
  'loads.addCarrier',
]);

const isLeaving = (operation: OperationName): boolean =>
  declaredOperations.get(operation)?.effect === 'money' && !staying.has(operation);

/** Returns what a yes in a client's form counts toward the daily limit, or null if no money leaves or is promised. */
export function toConfirmed({ steps, money, payees = [], binds = [] }: Plan): Confirmed | null {
  if (steps.some(({ operation }) => isLeaving(operation))) return { money, payees, binds };
  return binds.length > 0 ? { money: [], payees: [], binds } : null;
}

/**
 * Describes why a form is not enough for this money: the yeses of a day would add up to more than a person may confirm,
 * or than may be confirmed for one payee. Returns undefined within the limits. `isCounted` is true if the plan is
 * stored already.
 */
export async function describeDailyExcess(
  { options: { apiOf, memory, now, policy, timeZone }, caller }: ToolRun,
  plan: Plan,
  { isCounted }: { readonly isCounted: boolean },
): Promise<string | undefined> {
  const planned = toConfirmed(plan);
  if (planned === null) return undefined;
  const person = caller.principal.name;
  const zone = chooseDeskZone(timeZone, (await apiOf(caller.principal).time()).timeZone);
  const rows = await memory.approvals.listConfirmedSince(getLocalDay(getToday(zone, now()), zone).start);
  const stored = rows.map(({ requester, confirmed }) => ({ requester, confirmed: readConfirmed(confirmed) }));
  const all = isCounted ? stored : [...stored, { requester: person, confirmed: planned }];
  const limit = formatMoney(policy.confirmPerDayCents, planned.money[0]?.currency ?? 'USD');
  const personConfirmed = all
    .filter(({ requester }) => isSamePrincipal(requester, person))
    .map(({ confirmed }) => confirmed);
  const bookedMax = bookingsPerDay * policy.bookingLimitCents;
  if (
    planned.binds.length > 0 &&
    isOver(
      personConfirmed.map(({ binds }) => binds),
      bookedMax,
    )
  )
    return `With this, ${person} would have promised more than ${formatMoney(bookedMax, planned.binds[0]?.currency ?? 'USD')} today, so it is approved instead.`;
  if (
    planned.money.length > 0 &&
    isOver(
      personConfirmed.map(({ money }) => money),
      policy.confirmPerDayCents,
    )
  )
    return `With this, ${person} would have confirmed more than ${limit} today, so it is approved instead.`;
  const listPayeeMoney = (payee: string) =>
    all.filter(({ confirmed }) => confirmed.payees.includes(payee)).map(({ confirmed }) => confirmed.money);
  if (planned.payees.some((payee) => isOver(listPayeeMoney(payee), policy.confirmPerDayCents)))
    return `With this, more than ${limit} would have been confirmed for one payee today, so it is approved instead.`;
  return undefined;
}

// Written by storePlan, by an earlier version without what was promised.
const readConfirmed = (stored: string | null): Confirmed => ({
  money: [],
  payees: [],
  binds: [],
  ...(JSON.parse(stored ?? '{}') as Partial<Confirmed>),
});

const isOver = (amounts: readonly (readonly AmountOf[])[], limitCents: number): boolean =>
  sumByCurrency(amounts.flat()).some(({ amountCents }) => amountCents > limitCents);
