import { addDays, getToday } from '../../domain/kit/dates.ts';
import { getLocalDay } from '../../domain/places/local-time.ts';
import type { Policy } from '../policy/policy.ts';
import type { Bookkeeping } from '../tool/bookkeeping.ts';
import type { NewMoney, ToolMemory } from '../tool/memory.ts';
import {
  type DeskDay,
  type Excess,
  judgeLimits,
  isLimited,
  type LimitedPlan,
  type LimitVerdict,
} from './money-limits.ts';

/** Counter of moved money, in the memory that every process of the desk shares. */
export interface Counting {
  readonly memory: Pick<ToolMemory, 'movedMoney'>;
  readonly policy: Policy;
  readonly now: () => string;
  /** Returns the IANA zone of the desk, whose days are counted. Called only if a limit needs it. */
  readonly zone: () => Promise<string>;
}

const unlimited: LimitVerdict = { notes: [], excess: undefined };

async function readDeskDay({ now, zone }: Counting): Promise<DeskDay> {
  const at = now();
  const deskZone = await zone();
  const today = getToday(deskZone, at);
  const getDayStart = (date: string) => getLocalDay(date, deskZone).start;
  return { at, since: getDayStart(today), until: getDayStart(addDays(today, 1)), zone: deskZone };
}

/**
 * Checks a plan against the limits as of now. `except` names other approvals of the same plan, which counts only once.
 */
export async function checkLimits(
  counting: Counting,
  plan: LimitedPlan,
  except: readonly string[],
): Promise<LimitVerdict> {
  const { memory, policy } = counting;
  if (!isLimited(policy, plan)) return unlimited;
  const day = await readDeskDay(counting);
  const counted = await memory.movedMoney.listCounted({ ...day, except });
  return judgeLimits(policy, plan, { counted, day });
}

interface PlanMoney {
  readonly id: string;
  readonly who: string;
  readonly plan: LimitedPlan;
  /** End of the time in which an approved plan may run; null for one that runs now. */
  readonly expiresAt: string | null;
  /** True if the approval that a limit requires has been given. */
  readonly isApproved: boolean;
  /** True if it has counted since its approval, so that other approved plans do not count against it. */
  readonly isCounted: boolean;
}

/**
 * Counts the money that a plan moves, before it runs, and counts nothing if a limit refuses it. Plans are checked one
 * at a time, across all processes, so that several at once never exceed a limit together. Counting a plan again changes
 * nothing.
 */
export async function reserveMoney(
  counting: Counting,
  { id, who: author, plan, expiresAt, isApproved, isCounted }: PlanMoney,
): Promise<Excess | undefined> {
  const { moves = [] } = plan;
  if (moves.length === 0) return undefined;
  const { memory, policy, now } = counting;
  const day = isLimited(policy, plan) ? await readDeskDay(counting) : undefined;
  const at = day?.at ?? now();
  let excess: Excess | undefined;
  await memory.movedMoney.hold(
    { id, at, since: day?.since ?? at, moves: moves.flatMap((move) => toNewMoney(move, author)), expiresAt },
    (allCounted) => {
      const counted = allCounted.filter(({ isWaiting }) => !(isCounted && isWaiting));
      excess = day && judgeLimits(policy, plan, { counted, day }).excess;
      if (isApproved && excess?.above === 'approve') excess = undefined;
      return excess === undefined;
    },
  );
  return excess;
}

type MoneyMove = NonNullable<LimitedPlan['moves']>[number];

/**
 * Converts a move to the money that is counted. An amount that could not be read counts as none; a limit refuses it.
 */
const toNewMoney = ({ step, operation, amount, payee }: MoneyMove, author: string): readonly NewMoney[] =>
  amount === null
    ? []
    : [{ step, operation, who: author, payee, currency: amount.currency, amount_cents: amount.amountCents }];

/** Reduces what an ended plan counts to the money that these steps moved. */
export async function settleMoney(
  bookkeeping: Bookkeeping,
  { id, plan }: Pick<PlanMoney, 'id' | 'plan'>,
  steps: readonly number[],
): Promise<void> {
  if (plan.moves !== undefined) await bookkeeping.write({ kind: 'money', id, steps });
}
