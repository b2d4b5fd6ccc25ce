import type { InferResult } from 'kysely';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import { addDays } from '../../src/domain/kit/dates.ts';
import { movedFreight } from '../../src/domain/freight/shipment-credit.ts';
import type { AmountOf } from '../../src/domain/money/money.ts';
import type { OnDay } from '../copied/measure-sql.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';

/** The freight that was booked or moved with pickups in the last days. */
export interface CustomerVolume {
  readonly days: number;
  readonly shipments: number;
  readonly revenue: readonly AmountOf[];
}

export interface Volumes {
  readonly spans: readonly CustomerVolume[];
  readonly lastPickUp: string | null;
}

const spans = [30, 90] as const;

/** Selects how much a customer ships, by day. */
export const selectVolumes = ({ db }: Pick<CopiedRecords, 'db'>, customerId: string, { today }: OnDay) =>
  selectDays(db, customerId, { first: addDays(today, -Math.max(...spans)), last: today });

/** Sums the days of the last month and the last three. */
export function toVolumes(rows: readonly DayRow[], { today }: OnDay): Volumes {
  return {
    spans: spans.map((days) =>
      computeVolume(
        days,
        rows.filter(({ day }) => day >= addDays(today, -days)),
      ),
    ),
    lastPickUp: rows.at(-1)?.day ?? null,
  };
}

const selectDays = (
  db: CopiedRecords['db'],
  customerId: string,
  { first, last }: { readonly first: string; readonly last: string },
) =>
  db
    .selectFrom('shipment as s')
    .innerJoin('shipment_fact as f', 'f.id', 's.id')
    .select(({ fn }) => [
      's.pick_up_date as day',
      'f.currency',
      fn.countAll<number>().as('shipments'),
      fn.sum<number | null>('f.revenue_cents').as('cents'),
    ])
    .where('s.customer_id', '=', customerId)
    .where('s.pick_up_date', '>=', first)
    .where('s.pick_up_date', '<=', last)
    .where(matchRule(movedFreight, 'f'))
    .groupBy(['s.pick_up_date', 'f.currency'])
    .orderBy('s.pick_up_date')
    .orderBy('f.currency')
    .$narrowType<{ day: string }>();

type DayRow = InferResult<ReturnType<typeof selectDays>>[number];

function computeVolume(days: number, rows: readonly DayRow[]): CustomerVolume {
  const pricedRows = rows.filter(({ cents }) => cents !== null);
  const byCurrency = Map.groupBy(pricedRows, ({ currency }) => currency);
  return {
    days,
    shipments: rows.reduce((sum, { shipments }) => sum + shipments, 0),
    revenue: [...byCurrency]
      .map(([currency, currencyRows]) => ({
        currency,
        amountCents: currencyRows.reduce((sum, { cents }) => sum + (cents ?? 0), 0),
      }))
      .toSorted((first, second) => (first.currency < second.currency ? -1 : 1)),
  };
}
