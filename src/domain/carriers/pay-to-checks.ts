import type {
  CarrierCheck,
  CarrierCheckContext,
  CarrierCheckResult,
  CarrierSnapshot,
  PaymentMethodSnapshot,
} from './carrier-snapshot.ts';
import { countDaysBetween } from '../kit/dates.ts';
import { formatDate } from '../places/local-time.ts';
import { isInForce } from '../payments/payment-recipient.ts';

/** Lists the payment methods in force: ACTIVE and preferred. There should be exactly one. */
export function listPayeesOfRecord(methods: readonly PaymentMethodSnapshot[]): PaymentMethodSnapshot[] {
  return methods.filter(isInForce);
}

interface PayToContext extends Omit<CarrierCheckContext, 'carrier'> {
  readonly carrier: CarrierSnapshot & { readonly paymentMethods: readonly PaymentMethodSnapshot[] };
}

/** Creates a check of how the carrier is paid. Its result is unknown if the API has no payment methods. */
const createPayToCheck =
  (check: (context: PayToContext) => CarrierCheckResult): CarrierCheck =>
  ({ carrier, ...context }) => {
    const { paymentMethods } = carrier;
    if (paymentMethods !== null) return check({ ...context, carrier: { ...carrier, paymentMethods } });
    return { outcome: 'unknown', sentence: "This API doesn't show how the carrier is paid." };
  };

export const checkPayeeOfRecord = createPayToCheck(({ carrier }) => {
  const [payee, ...otherPayees] = listPayeesOfRecord(carrier.paymentMethods);
  if (!payee) {
    if (carrier.paymentMethods.length === 0) return { outcome: 'unknown', sentence: 'No payment method on record.' };
    if (carrier.paymentMethods.some(canBeInForce))
      return { outcome: 'unknown', sentence: "This API doesn't say which payment method is preferred and active." };
    return { outcome: 'fail', sentence: 'No payment method is both preferred and active.' };
  }
  if (otherPayees.length > 0) {
    return { outcome: 'fail', sentence: `${otherPayees.length + 1} payment methods are preferred and active at once.` };
  }
  const value = payToName(payee);
  return {
    outcome: 'pass',
    value,
    date: payee.changedOn,
    sentence: `Payments go to ${value}.`,
    bareSentence: 'One payment method is preferred and active.',
  };
});

/** Checks whether a payment method may be in force, as far as the API shows it. */
const canBeInForce = ({ isPreferred, status }: PaymentMethodSnapshot): boolean =>
  (isPreferred === null && (status === null || status === 'ACTIVE')) || (isPreferred === true && status === null);

export const checkPayToChange = createPayToCheck(({ carrier, today, requirements }) => {
  const changes = carrier.paymentMethods.map(({ changedOn }) => changedOn).sort();
  const date = changes.at(-1);
  if (date === undefined) return { outcome: 'unknown', sentence: 'No payment method on record.' };
  const days = countDaysBetween(date, today);
  const recent = days < requirements.payToDays;
  const sentence = recent
    ? `Pay-to details changed on ${formatDate(date)}, ${formatDaysAgo(days)}.`
    : `Pay-to details unchanged since ${formatDate(date)}.`;
  return { outcome: recent ? 'fail' : 'pass', value: `${days} days`, date, sentence };
});

/**
 * Checks that the payee of record fits the factoring: paying the carrier what is owed to its factor doesn't settle the
 * debt, and vice versa.
 */
export const checkFactoring = createPayToCheck(({ carrier }) => {
  const active = carrier.paymentMethods.filter(({ status }) => status === 'ACTIVE');
  const factors = [...new Set(active.filter(({ recipient }) => recipient === 'FACTOR').map(payToName))];
  if (factors.length > 1) {
    const sentence = `Two factors are active: ${factors.join(' and ')}.`;
    return { outcome: 'fail', sentence, bareSentence: 'Two factors are active.' };
  }
  const [payee] = listPayeesOfRecord(active);
  if (!payee) return { outcome: 'unknown', sentence: 'Without a payee of record factoring cannot be checked.' };
  const value = payee.recipient;
  if (payee.recipient !== 'FACTOR' && payee.recipient !== 'DIRECT')
    return { outcome: 'unknown', sentence: "This API doesn't say whether the carrier or a factor is paid." };
  if (payee.recipient === 'FACTOR' && payee.factorName === null) {
    return { outcome: 'fail', value, sentence: 'Payments go to a factor, but the file names none.' };
  }
  if (payee.recipient === 'DIRECT' && (factors.length > 0 || carrier.isFactoringPreferred === true)) {
    return {
      outcome: 'fail',
      value,
      sentence: 'The carrier is factored, but the payee of record is the carrier itself.',
    };
  }
  return { outcome: 'pass', value, sentence: value === 'FACTOR' ? 'Paid through its factor.' : 'Paid directly.' };
});

export const checkSharedBank = createPayToCheck(({ carrier }) => {
  if (carrier.paymentMethods.length === 0) return { outcome: 'unknown', sentence: 'No bank account on record.' };
  if (!carrier.sharedBank.isChecked) return { outcome: 'unknown', sentence: carrier.sharedBank.reason };
  const names = carrier.sharedBank.others.map(({ name, friendlyId }) =>
    friendlyId ? `${name} (${friendlyId})` : name,
  );
  if (names.length === 0) return { outcome: 'pass', sentence: 'No other carrier uses an account with these digits.' };
  const value = names.join(', ');
  return {
    outcome: 'fail',
    value,
    sentence: `The last four digits of the bank account are also those of ${value}.`,
    bareSentence: 'The last four digits of the bank account are also those of another carrier.',
  };
});

const formatDaysAgo = (days: number): string => (days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`);

function payToName({ recipient, factorName, companyName }: PaymentMethodSnapshot): string {
  return (recipient === 'FACTOR' ? factorName : companyName) ?? (recipient === 'FACTOR' ? 'a factor' : 'the carrier');
}
