import { isUncoveredOn } from '../kit/insurance-cover.ts';
import type { Refusal } from '../text/refusals.ts';
import { checkFloor, describeUnknownFloor, type FlooredMargin } from '../money/margin.ts';
import { type AmountOf, formatMoney } from '../money/money.ts';
import { formatDate } from '../places/local-time.ts';
import type { CarrierVerdict } from './carrier-verdict.ts';

/** Inputs of the booking rules. Null means unknown. Dates are civil dates. */
export interface BookingInputs {
  readonly verdict: Pick<CarrierVerdict, 'overall' | 'refusals'>;
  /** Null also for carriers that have no insurance on file by their type. */
  readonly insuranceEndsOn: string | null;
  readonly lastDeliveryDay: string | null;
  /** Carriers that are on the load already. */
  readonly otherCarriers: readonly string[];
  /** True if the carrier's rate is agreed. */
  readonly isRateKnown: boolean;
  /** Margins of the shipment once the carrier is booked, one per currency; null if the revenue is unknown. */
  readonly margins: readonly FlooredMargin[] | null;
  /** Fraction of revenue. */
  readonly marginFloor: number;
  readonly fitsEquipment: boolean | null;
}

/** `refuse` means no plan at all; the others are the least gate that the booking needs. */
export type BookingHold = 'refuse' | 'approve' | 'confirm';

export interface BookingFinding {
  readonly holds: BookingHold;
  readonly sentence: string;
  /** Name of the refusal in a policy that lets a person approve it anyway. */
  readonly refusal?: Refusal | undefined;
}

interface BookingRule {
  readonly holds: BookingHold;
  readonly refusal?: Refusal;
  /** The sentence where the rule applies. */
  readonly check: (inputs: BookingInputs) => string | null;
}

/** Gravest first. */
const bookingRules: readonly BookingRule[] = [
  {
    holds: 'refuse',
    refusal: 'carrier_do_not_use',
    check: ({ verdict: { refusals } }) =>
      refusals.includes('carrier_do_not_use') ? 'The verdict is FAIL: do not book.' : null,
  },
  {
    holds: 'refuse',
    refusal: 'carrier_not_on_board',
    check: ({ verdict: { refusals } }) =>
      refusals.includes('carrier_not_on_board') ? 'The carrier is pending: vet it and make it active first.' : null,
  },
  { holds: 'refuse', refusal: 'insurance_ends_early', check: checkInsuranceEnd },
  {
    holds: 'approve',
    check: ({ verdict: { overall } }) =>
      overall === 'caution' ? 'The verdict is CAUTION, for the reasons shown.' : null,
  },
  {
    holds: 'approve',
    check: ({ margins, marginFloor }) =>
      margins === null
        ? describeUnknownFloor("the API doesn't show the revenue", marginFloor)
        : (margins.map((margin) => checkFloor(margin, marginFloor)).find(Boolean) ?? null),
  },
  {
    holds: 'approve',
    check: ({ otherCarriers }) =>
      otherCarriers.length > 0 ? `Another carrier is on this load: ${otherCarriers.join(' and ')}.` : null,
  },
  {
    holds: 'approve',
    check: ({ isRateKnown, marginFloor }) =>
      isRateKnown ? null : describeUnknownFloor('no rate is given', marginFloor),
  },
  {
    holds: 'confirm',
    check: ({ fitsEquipment }) =>
      fitsEquipment === false ? "The carrier doesn't run the equipment that the load needs." : null,
  },
];

/** Lists every booking rule that applies, most severe first. */
export function listBookingFindings(inputs: BookingInputs): readonly BookingFinding[] {
  return bookingRules.flatMap(({ holds, refusal, check }) => {
    const sentence = check(inputs);
    return sentence === null ? [] : [{ holds, sentence, refusal }];
  });
}

/** Requires an approval for amounts above the limit of a simple confirmation: a promised amount has to be paid. */
export function checkBookingLimit(promised: readonly AmountOf[], limitCents: number): readonly BookingFinding[] {
  return promised
    .filter(({ amountCents }) => amountCents > limitCents)
    .map(({ amountCents, currency }) => ({
      holds: 'approve',
      sentence: `Promises ${formatMoney(amountCents, currency)}, above the ${formatMoney(limitCents, currency)} that one yes is enough for.`,
    }));
}

function checkInsuranceEnd({ insuranceEndsOn, lastDeliveryDay }: BookingInputs): string | null {
  if (insuranceEndsOn === null || lastDeliveryDay === null || !isUncoveredOn(lastDeliveryDay, insuranceEndsOn))
    return null;
  if (insuranceEndsOn === lastDeliveryDay)
    return `Insurance ends on ${formatDate(insuranceEndsOn)}, the last delivery day, which it no longer covers.`;
  return `Insurance ends on ${formatDate(insuranceEndsOn)}, before the last delivery day, ${formatDate(lastDeliveryDay)}.`;
}
