import { addDays, getToday } from '../../domain/kit/dates.ts';
import { getLocalDay } from '../../domain/places/local-time.ts';
import type { Policy } from '../policy/policy.ts';
import type { Bookkeeping } from '../tool/bookkeeping.ts';
import type { NewMoney, ToolMemory } from '../tool/memory.ts';
import { type DeskDay, type Excess, judgeLimits, isLimited, type LimitedPlan, type Verdict } from './money-limits.ts';

/** What counts money: the memory that every process of the desk shares. */
export interface Counting {
  readonly memory: Pick<ToolMemory, 'movedMoney'>;
  readonly policy: Policy;
  readonly now: () => string;
  /** IANA zone of the desk, whose days are counted; asked for only where a limit needs it. */
  readonly zone: () => Promise<string>;
}

const unlimited: Verdict = { notes: [], excess: undefined };

async function readDeskDay({ now, zone }: Counting): Promise<DeskDay> {
  const at = now();
  const here = await zone();
  const today = getToday(here, at);
  const getDayStart = (date: string) => getLocalDay(date, here).start;
  return { at, since: getDayStart(today), until: getDayStart(addDays(today, 1)), zone: here };
}

/** Where a plan stands now. `except` names the approvals of the same plan: it is one wish. */
export async function standingOf(counting: Counting, plan: LimitedPlan, except: readonly string[]): Promise<Verdict> {
  const { memory, policy } = counting;
  if (!isLimited(policy, plan)) return unlimited;
  const day = await readDeskDay(counting);
  const counted = await memory.movedMoney.counted({ ...day, except });
  return judgeLimits(policy, plan, { counted, day });
}

interface Held {
  readonly id: string;
  readonly who: string;
  readonly plan: LimitedPlan;
  /** Until when an approved plan may run; null for one that runs now. */
  readonly expiresAt: string | null;
  /** Whether what a limit says is to be approved has been. */
  readonly isApproved: boolean;
  /** Counted since it was approved: what others are approved for does not stand against it. */
  readonly isCounted: boolean;
}

/**
 * Counts what a plan moves, before it may: nothing is counted where a limit stands against it. One plan is judged at a time,
 * in whatever process, so that many at once never add up to more than a limit. Counting a plan again changes nothing.
 */
export async function holdMoney(
  counting: Counting,
  { id, who, plan, expiresAt, isApproved, isCounted }: Held,
): Promise<Excess | undefined> {
  const { moves = [] } = plan;
  if (moves.length === 0) return undefined;
  const { memory, policy, now } = counting;
  const day = isLimited(policy, plan) ? await readDeskDay(counting) : undefined;
  const at = day?.at ?? now();
  let excess: Excess | undefined;
  await memory.movedMoney.hold(
    { id, at, since: day?.since ?? at, moves: moves.flatMap((move) => countedAs(move, who)), expiresAt },
    (others) => {
      const counted = others.filter(({ isWaiting }) => !(isCounted && isWaiting));
      excess = day && judgeLimits(policy, plan, { counted, day }).excess;
      if (isApproved && excess?.above === 'approve') excess = undefined;
      return excess === undefined;
    },
  );
  return excess;
}

type Move = NonNullable<LimitedPlan['moves']>[number];

/** An amount that could not be read is counted as none; a limit refuses it. */
const countedAs = ({ step, operation, amount, payee }: Move, who: string): readonly NewMoney[] =>
  amount === null ? [] : [{ step, operation, who, payee, currency: amount.currency, amount_cents: amount.amountCents }];

/** Of a plan that has ended, only what these steps moved stays counted. */
export async function settleMoney(
  bookkeeping: Bookkeeping,
  { id, plan }: Pick<Held, 'id' | 'plan'>,
  steps: readonly number[],
): Promise<void> {
  if (plan.moves !== undefined) await bookkeeping.write({ kind: 'money', id, steps });
}
