import { addDays } from '../../src/domain/kit/dates.ts';
import { movedFreight } from '../../src/domain/freight/shipment-credit.ts';
import { printRule } from '../../src/domain/rules/rule-sql.ts';
import type { AmountOf } from '../../src/domain/money/money.ts';
import type { OnDay } from '../copied/measure-sql.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';

/** What was booked or moved with pickups in the last days. */
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

interface DayRow {
  readonly day: string;
  readonly currency: string;
  readonly shipments: number;
  readonly cents: number | null;
}

export async function volumeOf(read: Reader, customerId: string, { today }: OnDay): Promise<Volumes> {
  const rows = await rowsOf<DayRow>(
    read,
    `select s.pick_up_date as day, f.currency, count(*) as shipments, sum(f.revenue_cents) as cents
    from shipment s join shipment_fact f on f.id = s.id
    where s.customer_id = ? and s.pick_up_date between ? and ? and ${printRule(movedFreight, 'f')}
    group by s.pick_up_date, f.currency order by s.pick_up_date, f.currency`,
    [customerId, addDays(today, -Math.max(...spans)), today],
  );
  return {
    spans: spans.map((days) =>
      volumeIn(
        days,
        rows.filter(({ day }) => day >= addDays(today, -days)),
      ),
    ),
    lastPickUp: rows.at(-1)?.day ?? null,
  };
}

function volumeIn(days: number, rows: readonly DayRow[]): CustomerVolume {
  const known = rows.filter(({ cents }) => cents !== null);
  const byCurrency = Map.groupBy(known, ({ currency }) => currency);
  return {
    days,
    shipments: rows.reduce((sum, { shipments }) => sum + shipments, 0),
    revenue: [...byCurrency]
      .map(([currency, some]) => ({ currency, amountCents: some.reduce((sum, { cents }) => sum + (cents ?? 0), 0) }))
      .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
  };
}
