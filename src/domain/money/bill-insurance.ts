import { isUncoveredOn } from '../kit/insurance-cover.ts';
import { formatMoney } from './money.ts';

/** What covers the freight that a carrier bills for. */
export interface BillInsurance {
  /** Civil date; null when none is on record. */
  readonly endsOn: string | null;
  readonly autoCents: number | null;
  readonly cargoCents: number | null;
  /** The last delivery of the load, as it happened, else as it was asked for; null when unknown. */
  readonly deliveryOn: string | null;
}

/** Cover that is short of the delivery; cover that ended since says that the carrier lapsed. */
export function insuranceProblem(insurance: BillInsurance, today: string): string | null {
  const { endsOn, deliveryOn } = insurance;
  if (endsOn === null) return `No end of the carrier’s insurance is on record (${coverText(insurance)}).`;
  const isShort = deliveryOn !== null && isUncoveredOn(deliveryOn, endsOn);
  const hasEnded = isUncoveredOn(today, endsOn);
  if (!isShort && !hasEnded) return null;
  const delivery = isShort ? `, and the last delivery is on ${deliveryOn}` : '';
  return `The carrier’s insurance (${coverText(insurance)}) ${hasEnded ? 'ended' : 'ends'} on ${endsOn}${delivery}.`;
}

function coverText({ autoCents, cargoCents }: BillInsurance): string {
  const limit = (cents: number | null) => (cents === null ? 'unknown' : formatMoney(cents, 'USD'));
  return `auto ${limit(autoCents)}, cargo ${limit(cargoCents)}`;
}
