import type { NewRow } from '../fill/batch.ts';
import { day, formatInstant } from '../kit/clock.ts';
import { toMailAddress, buildRoutingNumber } from '../kit/names.ts';
import type { Carrier, CarrierScript } from './party.ts';
import type { Foundation } from './world.ts';

interface Payee {
  readonly carrier: Carrier;
  readonly script: CarrierScript | null;
  readonly isRecorded: boolean;
}

/** Ten thousand endings of account numbers, none twice; enough for what a small world may notice. */
const endingOf = (index: number): string => String((index * 7_919 + 1_234) % 10_000).padStart(4, '0');

/** How a carrier is paid: one method in force, or none where its file was never finished. */
export function payToOf({ rows, madeAt }: Foundation, payee: Payee): NewRow<'carrier_payment_method'>[] {
  const { carrier, script, isRecorded } = payee;
  if (!isRecorded) return [];
  const at = carrier.createdAt + 5_000;
  const changedDaysAgo = script?.payToChangedDaysAgo;
  const method = {
    carrier_id: carrier.id,
    payment_method_type: 'ACH',
    status: 'ACTIVE',
    is_preferred: 1,
    email: toMailAddress('accounting', carrier.name),
    company_name: carrier.name,
    payment_term_id: carrier.term.id,
    currency: 'USD',
    updated_at: changedDaysAgo === undefined ? null : formatInstant(madeAt - changedDaysAgo * day),
  } as const;
  if (carrier.factor) {
    const { id, name } = carrier.factor;
    return [
      rows.of('carrier_payment_method', at, {
        ...method,
        payment_recipient_type: 'FACTOR',
        carrier_factor_id: id,
        company_name: name,
      }),
    ];
  }
  return [
    rows.of('carrier_payment_method', at, {
      ...method,
      payment_recipient_type: 'DIRECT',
      bank_name: 'Prairie Community Bank',
      account_name: carrier.name,
      account_number: `4${String(10_000 + carrier.index * 13).slice(-5)}${script?.bankLast4 ?? endingOf(carrier.index)}`,
      aba_ach: buildRoutingNumber(carrier.index % 40),
    }),
  ];
}
