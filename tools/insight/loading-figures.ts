import {
  type Completeness,
  formatLowerBound,
  isLoading,
  qualifyFigure,
  toLoadingKey,
} from '../../src/domain/kit/completeness.ts';
import type { Measure } from '../../src/metrics/kit/measure.ts';

/** Measures that only grow while records are still being read: no record of another kind takes anything away from them. */
const growingMeasures: ReadonlySet<string> = new Set(
  `revenue cost carrier_pay service_cost shipments loads carrier_loads carrier_cost carriers_used orders miles cancellations
  customers_served tonu tonu_cost bills billed_to_us open_ap overdue_ap in_review approved_unpaid cash_due paid invoices billed
  open_ar overdue_ar overdue_invoices collected short_pays short_paid cash_in credits quotes quoted_amount quotes_won
  quotes_lost won_amount lost_amount open_quotes open_quoted_amount new_customers`.split(/\s+/),
);

/** Balances, from which money that came later is taken away where they are of an earlier day. */
const balances: ReadonlySet<string> = new Set('open_ar overdue_ar overdue_invoices open_ap overdue_ap'.split(' '));
const reductions: ReadonlySet<string> = new Set(['payment', 'bill_payment', 'credit_memo'].map(toLoadingKey));

/** Tests if a figure says anything: a ratio, an average or a difference of part of the records does not. */
export function isFigureKnown({ name }: Pick<Measure, 'name'>, completeness: Completeness): boolean {
  if (completeness.status === 'complete' || !isLoading(completeness)) return true;
  const isReduced = balances.has(name) && completeness.gaps.some(({ key }) => reductions.has(key));
  return growingMeasures.has(name) && !isReduced;
}

/** Marks a figure while records are still being read: "at least $12,000.00", or "not known yet". */
export const qualifyMeasure = (measure: Pick<Measure, 'name'>, text: string, completeness: Completeness): string =>
  isFigureKnown(measure, completeness) && text !== 'none'
    ? formatLowerBound(text, completeness)
    : qualifyFigure(text, completeness);
