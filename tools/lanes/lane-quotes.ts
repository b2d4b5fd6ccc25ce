import { decidedQuote, lostQuote, wonQuote } from '../../src/domain/quotes/quote.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { CarrierEquipmentClass } from '../../src/domain/freight/equipment.ts';
import { computePercent } from '../../src/domain/money/money.ts';
import type { LaneLevel } from '../../src/domain/places/lane-rule.ts';
import { getLocalDay } from '../../src/domain/places/local-time.ts';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { matchEnd } from './lane-condition.ts';
import { listClasses } from './lane-equipment.ts';
import { getDayRange, type LaneQuestion } from './lane-runs.ts';

export interface LaneQuotes {
  readonly won: number;
  readonly lost: number;
  /** Null if none was closed. */
  readonly winPercent: number | null;
  /** Most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
}

interface ClosedQuotes {
  readonly status: string;
  readonly reason: string | null;
  readonly equipment: string | null;
  readonly count: number;
}

interface QuotesAt {
  readonly level: LaneLevel;
  readonly timeZone: string;
  readonly equipment: CarrierEquipmentClass | undefined;
}

/** Loads offers to customers on a lane that were won or lost in its days. */
export async function loadLaneQuotes(
  records: CopiedRecords,
  question: LaneQuestion,
  { level, timeZone, equipment }: QuotesAt,
): Promise<LaneQuotes> {
  const rows = await loadClosed(records, question, { level, timeZone });
  const closed = rows.filter((row) => equipment === undefined || listClasses(row.equipment).includes(equipment));
  const lostOnes = closed.filter((row) => isMet(lostQuote, row));
  const [won, lost] = [sumCounts(closed.filter((row) => isMet(wonQuote, row))), sumCounts(lostOnes)];
  const byReason = Map.groupBy(lostOnes, ({ reason }) => formatCode(reason ?? 'NO_REASON'));
  return {
    won,
    lost,
    winPercent: computePercent(won, won + lost),
    reasons: [...byReason]
      .map(([reason, quotes]) => ({ reason, count: sumCounts(quotes) }))
      .toSorted((first, second) => second.count - first.count || first.reason.localeCompare(second.reason)),
  };
}

function loadClosed(
  { db }: CopiedRecords,
  question: LaneQuestion,
  { level, timeZone }: Pick<QuotesAt, 'level' | 'timeZone'>,
): Promise<readonly ClosedQuotes[]> {
  const [first, last] = getDayRange(question);
  const { customerId } = question;
  // Their states select few orders; markets are known of some only, so that the days select better.
  const joined =
    level === 'market'
      ? db.selectFrom('quote').crossJoin('freight_order as lane')
      : db.selectFrom('freight_order as lane').crossJoin('quote');
  return joined
    .select(({ fn }) => [
      'quote.status',
      'quote.lost_reason as reason',
      'lane.equipment',
      fn.countAll<number>().as('count'),
    ])
    .whereRef('quote.order_id', '=', 'lane.id')
    .where('quote.side', '=', 'SELL')
    .where(matchRule(decidedQuote, 'quote'))
    .where('quote.closed_at', '>=', getLocalDay(first, timeZone).start)
    .where('quote.closed_at', '<=', getLocalDay(last, timeZone).end)
    .$if(customerId !== undefined, (query) => query.where('quote.customer_id', '=', customerId ?? ''))
    .where(matchEnd('origin', question.origin, level))
    .where(matchEnd('destination', question.destination, level))
    .groupBy(['quote.status', 'quote.lost_reason', 'lane.equipment'])
    .execute();
}

const sumCounts = (rows: readonly ClosedQuotes[]): number => rows.reduce((sum, { count }) => sum + count, 0);
