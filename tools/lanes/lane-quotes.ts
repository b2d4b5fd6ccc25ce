import { decidedQuote, lostQuote, wonQuote } from '../../src/domain/freight/quote.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { printRule } from '../../src/domain/rules/rule-sql.ts';
import { codeWords } from '../../src/domain/kit/code-words.ts';
import type { CarrierEquipmentClass } from '../../src/domain/freight/equipment.ts';
import { percentOf } from '../../src/domain/money/money.ts';
import type { LaneLevel } from '../../src/domain/places/lane-rule.ts';
import { localDay } from '../../src/domain/places/local-time.ts';
import type { CopyNow } from '../../src/mcp/tool/copy-now.ts';
import { allOf, isBetween, isEqualWhereAsked } from '../copied/conditions.ts';
import { rowsOf } from '../copied/rows.ts';
import { endCondition } from './lane-condition.ts';
import { classesIn } from './lane-equipment.ts';
import { daysOf, type LaneQuestion } from './lane-runs.ts';

export interface LaneQuotes {
  readonly won: number;
  readonly lost: number;
  /** Null where none was closed. */
  readonly winPercent: number | null;
  /** Most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
}

interface Closed {
  readonly status: string;
  readonly reason: string | null;
  readonly equipment: string | null;
  readonly count: number;
}

/** Their states select few orders; markets are known of some only, so that the days select better. */
const ordered = 'freight_order as ordered';

interface Asked {
  readonly level: LaneLevel;
  readonly timeZone: string;
  readonly equipment: CarrierEquipmentClass | undefined;
}

/** Offers to customers on a lane that were won or lost in its days. */
export async function laneQuotes(
  copy: Pick<CopyNow, 'read'>,
  question: LaneQuestion,
  { level, timeZone, equipment }: Asked,
): Promise<LaneQuotes> {
  const [first, last] = daysOf(question);
  const { text, values } = allOf([
    isBetween('quote.closed_at', localDay(first, timeZone).start, localDay(last, timeZone).end),
    isEqualWhereAsked('quote.customer_id', question.customerId),
    endCondition('ordered.origin', question.origin, level),
    endCondition('ordered.destination', question.destination, level),
  ]);
  const rows = await rowsOf<Closed>(
    copy.read,
    `select quote.status, quote.lost_reason as reason, ordered.equipment, count(*) as count
    from ${level === 'market' ? `quote cross join ${ordered}` : `${ordered} cross join quote`}
    where quote.order_id = ordered.id and quote.side = 'SELL' and ${printRule(decidedQuote, 'quote')} and ${text}
    group by quote.status, quote.lost_reason, ordered.equipment`,
    values,
  );
  const found = rows.filter((row) => equipment === undefined || classesIn(row.equipment).includes(equipment));
  const [won, lost] = [countOf(found.filter((row) => isMet(wonQuote, row))), countOf(found.filter(isLost))];
  const byReason = Map.groupBy(found.filter(isLost), ({ reason }) => codeWords(reason ?? 'NO_REASON').toLowerCase());
  return {
    won,
    lost,
    winPercent: percentOf(won, won + lost),
    reasons: [...byReason]
      .map(([reason, of]) => ({ reason, count: countOf(of) }))
      .toSorted((one, other) => other.count - one.count || one.reason.localeCompare(other.reason)),
  };
}

const isLost = (row: Closed): boolean => isMet(lostQuote, row);
const countOf = (rows: readonly Closed[]): number => rows.reduce((sum, { count }) => sum + count, 0);
