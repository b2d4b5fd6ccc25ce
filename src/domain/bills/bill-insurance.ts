import { formatDate } from '../places/local-time.ts';
import { isUncoveredOn } from '../kit/insurance-cover.ts';
import { formatMoney } from '../money/money.ts';

/** Insurance of the freight that a carrier bills for. */
export interface BillInsurance {
  /** Civil date; null when none is on record. */
  readonly endsOn: string | null;
  readonly autoCents: number | null;
  readonly cargoCents: number | null;
  /** Date of the load's last delivery, else its requested date; null if unknown. */
  readonly deliveryOn: string | null;
}

/** Checks whether insurance ended before the delivery, or has ended since. */
export function checkInsurance(insurance: BillInsurance, today: string): string | null {
  const { endsOn, deliveryOn } = insurance;
  if (endsOn === null) return `No end of the carrier’s insurance is on record (${formatCover(insurance)}).`;
  const isShort = deliveryOn !== null && isUncoveredOn(deliveryOn, endsOn);
  const hasEnded = isUncoveredOn(today, endsOn);
  if (!isShort && !hasEnded) return null;
  const delivery = isShort ? `, and the last delivery is on ${formatDate(deliveryOn)}` : '';
  return `The carrier’s insurance (${formatCover(insurance)}) ${hasEnded ? 'ended' : 'ends'} on ${formatDate(endsOn)}${delivery}.`;
}

function formatCover({ autoCents, cargoCents }: BillInsurance): string {
  const formatLimit = (cents: number | null) => (cents === null ? 'unknown' : formatMoney(cents, 'USD'));
  return `auto ${formatLimit(autoCents)}, cargo ${formatLimit(cargoCents)}`;
}
