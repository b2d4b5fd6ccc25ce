import type { PlanLine } from '../../../src/mcp/tool/plan.ts';
import { formatDate } from '../../../src/domain/places/local-time.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { formatMoney } from '../../../src/domain/money/money.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { toAmountCents } from '../../records/amounts.ts';
import { getPartyName } from '../../records/record-names.ts';
import { type MoneyApplication, type AppliedMoney, isMoneyAdded } from './applied-money.ts';
import { planOtherPayee, describeRecordPayee, refuseUnapproved } from './paid-bills.ts';
import type { PlanPart, RawSubject } from '../kit/plan-part.ts';

interface ApplicationWrite {
  readonly name: OperationName;
  readonly input: JsonObject;
  readonly subject: RawSubject;
  readonly moved: AppliedMoney;
}

/**
 * Plans money put on bills and invoices, a line each as a person checks it: number, party, payee of record, open before
 * and after.
 */
export function planApplications(
  { policy }: Pick<ToolContext, 'policy'>,
  { name, input, subject, moved }: ApplicationWrite,
): PlanPart {
  const { applications, members } = moved;
  if (applications.length === 0) return {};
  const isPayment = name.startsWith('billPayments.');
  if (isPayment) refuseUnapproved(applications, subject);
  const payee = isPayment ? planOtherPayee(policy, applications, { name, input, subject }) : {};
  const open = new Map<string, number>();
  const rows = applications.map((application) => showApplication(application, { subject, open }));
  return {
    lines: rows.flatMap(({ lines }) => lines),
    ...payee,
    hits: [...(payee.hits ?? []), ...listHits(rows)],
    members: new Set(members),
    ids: new Set(applications.map(({ id }) => id)),
  };
}

function listHits(rows: readonly ApplicationRow[]): readonly string[] {
  const formatNumbers = (chosen: readonly ApplicationRow[]) =>
    [...new Set(chosen.map(({ number }) => number))].join(', ');
  const paid = rows.filter(({ isPaid }) => isPaid);
  const over = rows.filter(({ isPaid, isIncrease, after }) => !isPaid && isIncrease && after !== null && after < 0);
  const unread = rows.filter(({ before }) => before === null);
  return [
    ...(paid.length > 0
      ? [`Already paid: nothing is open any more on ${formatNumbers(paid)}; this would pay a second time.`]
      : []),
    ...(over.length > 0 ? [`More than is open on ${formatNumbers(over)}.`] : []),
    ...(unread.length > 0
      ? [`${unread.length} of the paid records could not be read: the open balance is unknown.`]
      : []),
  ];
}

interface ApplicationRow {
  readonly lines: readonly PlanLine[];
  readonly number: string;
  /** Null where the record could not be read. */
  readonly before: number | null;
  readonly after: number | null;
  /** True if the record gets more money than before. */
  readonly isIncrease: boolean;
  /** True if that money is for something that is already paid. */
  readonly isPaid: boolean;
}

interface ApplicationContext {
  readonly subject: RawSubject;
  /** Balances that the lines before this one leave open, by record. */
  readonly open: Map<string, number>;
}

function showApplication(application: MoneyApplication, { subject, open }: ApplicationContext): ApplicationRow {
  const { id, cents, formerCents } = application;
  const isIncrease = isMoneyAdded(application);
  const target = subject.relatedRecords.find(({ record }) => record['id'] === id);
  if (!target) {
    const lines = [`A record that could not be read: ${cents / 100}`];
    return { lines, number: 'a record that could not be read', before: null, after: null, isIncrease, isPaid: false };
  }
  const { resource, record } = target;
  const currency = typeof record['currency'] === 'string' ? record['currency'] : '?';
  const formatAmount = (value: number | null) => (value === null ? 'unknown' : formatMoney(value, currency));
  const number = typeof record['friendlyId'] === 'string' ? record['friendlyId'] : formatKind(resource);
  const before = open.get(id) ?? getOpenCents(record);
  const after = before === null ? null : before + formerCents - cents;
  if (after !== null) open.set(id, after);
  const isPaid = isIncrease && before !== null && before + formerCents <= 0;
  const party = getPartyName(record);
  return {
    lines: [
      [
        `${[number, party && recordText(party, 'list')].filter(Boolean).join(' ')}: ${formatMove(application, formatAmount)}`,
        ...(isPaid ? [`already paid${formatPaidDays(record)}`] : []),
        ...(resource === 'bills' ? [formatPayee(record, subject)] : []),
      ].join(', '),
      ...(before === after
        ? []
        : [{ label: `${number} open`, before: formatAmount(before), after: formatAmount(after) }]),
    ],
    number,
    before,
    after,
    isIncrease,
    isPaid,
  };
}

/** Formats `$500.00`, `$500.00 in place of $300.00`, or how much is taken off. */
function formatMove({ cents, formerCents }: MoneyApplication, formatAmount: (cents: number) => string): string {
  if (cents === 0) return `${formatAmount(formerCents)} taken off`;
  if (cents === formerCents) return `${formatAmount(cents)} as before`;
  return formerCents > 0 ? `${formatAmount(cents)} in place of ${formatAmount(formerCents)}` : formatAmount(cents);
}

function getOpenCents(record: JsonObject): number | null {
  const owed = [record['amountOwed'], record['remainingBalance'], record['openBalance']].find(
    (value) => typeof value === 'number',
  );
  return owed === undefined ? null : toAmountCents(owed);
}

/** Formats the days on which it was paid. */
function formatPaidDays({ payments }: JsonObject): string {
  const made = Array.isArray(payments) ? payments.filter(isPlainRecord) : [];
  const days = made.flatMap(({ paymentDate }) => (typeof paymentDate === 'string' ? paymentDate : []));
  return days.length > 0 ? ` on ${[...new Set(days)].toSorted().map(formatDate).join(', ')}` : '';
}

const formatKind = (resource: string) => (resource === 'creditMemos' ? 'A credit memo' : 'A record without a number');

const formatPayee = (bill: JsonObject, subject: RawSubject) => `payee of record: ${describeRecordPayee(bill, subject)}`;
