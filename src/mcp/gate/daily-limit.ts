import type { OperationName } from '../../contract/operations.ts';
import { localDay } from '../../domain/places/local-time.ts';
import { todayIn } from '../../domain/kit/dates.ts';
import { formatMoney, sumByCurrency } from '../../domain/money/money.ts';
import { declaredOperations } from '../tool/allowed-calls.ts';
import type { Confirmed, Plan } from '../tool/plan.ts';
import { deskZone, type Run } from '../tool/run.ts';

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

/** What a yes in a client's form counts with: null where no money leaves. */
export const confirmedBy = ({ steps, money, payees = [] }: Plan): Confirmed | null =>
  steps.some(({ operation }) => isLeaving(operation)) ? { money, payees } : null;

/**
 * Why a form is not enough for this money: one yes after the other would add up to more than a person confirms in a day,
 * or than one payee is confirmed. Undefined while it stays within. `isCounted` when it is stored already.
 */
export async function dailyExcess(
  { options: { apiOf, memory, now, policy, timeZone }, caller }: Run,
  plan: Plan,
  { isCounted }: { readonly isCounted: boolean },
): Promise<string | undefined> {
  const own = confirmedBy(plan);
  if (own === null) return undefined;
  const person = caller.principal.name;
  const zone = deskZone(timeZone, (await apiOf(caller.principal).time()).timeZone);
  const rows = await memory.approvals.confirmedSince(localDay(todayIn(zone, now()), zone).start);
  const stored = rows.map(({ requester, confirmed }) => ({ requester, confirmed: readConfirmed(confirmed) }));
  const all = isCounted ? stored : [...stored, { requester: person, confirmed: own }];
  const limit = formatMoney(policy.confirmPerDayCents, own.money[0]?.currency ?? 'USD');
  if (
    isOver(
      all.filter(({ requester }) => requester === person),
      policy.confirmPerDayCents,
    )
  )
    return `With this, ${person} would have confirmed more than ${limit} today, so it is approved instead.`;
  const ofPayee = (payee: string) => all.filter(({ confirmed }) => confirmed.payees.includes(payee));
  if (own.payees.some((payee) => isOver(ofPayee(payee), policy.confirmPerDayCents)))
    return `With this, more than ${limit} would have been confirmed for one payee today, so it is approved instead.`;
  return undefined;
}

// Written by storePlan.
const readConfirmed = (stored: string | null) => JSON.parse(stored ?? '{"money":[],"payees":[]}') as Confirmed;

const isOver = (rows: readonly { readonly confirmed: Confirmed }[], limitCents: number): boolean =>
  sumByCurrency(rows.flatMap(({ confirmed }) => confirmed.money)).some(({ amountCents }) => amountCents > limitCents);
