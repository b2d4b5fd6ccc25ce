import type { NewRow } from '../fill/batch.ts';
import { day, formatInstant } from '../kit/clock.ts';
import { toMailAddress, buildRoutingNumber } from '../kit/names.ts';
import type { SandboxCarrier, CarrierScript } from './party.ts';
import type { Foundation } from './world.ts';

interface PaidCarrier {
  readonly carrier: SandboxCarrier;
  readonly script: CarrierScript | null;
  readonly isRecorded: boolean;
}

/** Builds the last four digits of an account number. They repeat only after ten thousand carriers. */
const buildEnding = (index: number): string => String((index * 7_919 + 1_234) % 10_000).padStart(4, '0');

/** Creates a carrier's payment methods: one that is in force, or none if its file was never finished. */
export function createPayTo({ rows, madeAt }: Foundation, payee: PaidCarrier): NewRow<'carrier_payment_method'>[] {
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
      account_number: `4${String(10_000 + carrier.index * 13).slice(-5)}${script?.bankLast4 ?? buildEnding(carrier.index)}`,
      aba_ach: buildRoutingNumber(carrier.index % 40),
    }),
  ];
}
