import type { OperationName } from '../../../src/contract/operation-names.ts';
import { formatMoney } from '../../../src/domain/money/money.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { centsOf } from '../../records/amounts.ts';
import { nameOfParty } from '../../records/record-names.ts';
import { type Application, type AppliedMoney, putsMore } from './applied-money.ts';
import { otherPayeePart, payeeOfRecord, refuseUnapproved } from './paid-bills.ts';
import type { PlanPart, RawSubject } from '../kit/plan-part.ts';

interface Write {
  readonly name: OperationName;
  readonly input: JsonObject;
  readonly subject: RawSubject;
  readonly moved: AppliedMoney;
}

/** Money put on bills and invoices, a line each as a person checks it: number, party, payee of record, open before and after. */
export function applicationsPlan(
  { policy }: Pick<ToolContext, 'policy'>,
  { name, input, subject, moved }: Write,
): PlanPart {
  const { applications, members } = moved;
  if (applications.length === 0) return {};
  const isPayment = name.startsWith('billPayments.');
  if (isPayment) refuseUnapproved(applications, subject);
  const payee = isPayment ? otherPayeePart(policy, applications, { name, input, subject }) : {};
  const open = new Map<string, number>();
  const shown = applications.map((one) => showApplication(one, { subject, open }));
  return {
    lines: shown.map(({ line }) => line),
    ...payee,
    hits: [...(payee.hits ?? []), ...hitsOf(shown)],
    members: new Set(members),
    ids: new Set(applications.map(({ id }) => id)),
  };
}

function hitsOf(shown: readonly Shown[]): readonly string[] {
  const listed = (chosen: readonly Shown[]) => [...new Set(chosen.map(({ number }) => number))].join(', ');
  const paid = shown.filter(({ isPaid }) => isPaid);
  const over = shown.filter(({ isPaid, puts, after }) => !isPaid && puts && after !== null && after < 0);
  const unread = shown.filter(({ before }) => before === null);
  return [
    ...(paid.length > 0
      ? [`ALREADY PAID: nothing is open any more on ${listed(paid)}; this would pay a second time.`]
      : []),
    ...(over.length > 0 ? [`More than is open on ${listed(over)}.`] : []),
    ...(unread.length > 0 ? [`${unread.length} of what is paid could not be read: its open balance is unknown.`] : []),
  ];
}

interface Shown {
  readonly line: string;
  readonly number: string;
  /** Null where the record could not be read. */
  readonly before: number | null;
  readonly after: number | null;
  /** Whether it is given more money than before. */
  readonly puts: boolean;
  /** Whether that is money for what has been paid. */
  readonly isPaid: boolean;
}

interface Showing {
  readonly subject: RawSubject;
  /** What the lines before this one leave open. */
  readonly open: Map<string, number>;
}

function showApplication(application: Application, { subject, open }: Showing): Shown {
  const { id, cents, formerCents } = application;
  const puts = putsMore(application);
  const found = subject.relatedRecords.find(({ record }) => record['id'] === id);
  if (!found) {
    const line = `A record that could not be read: ${cents / 100}`;
    return { line, number: 'a record that could not be read', before: null, after: null, puts, isPaid: false };
  }
  const { resource, record } = found;
  const currency = typeof record['currency'] === 'string' ? record['currency'] : '?';
  const money = (value: number | null) => (value === null ? 'unknown' : formatMoney(value, currency));
  const number = typeof record['friendlyId'] === 'string' ? record['friendlyId'] : nameOfKind(resource);
  const before = open.get(id) ?? openOf(record);
  const after = before === null ? null : before + formerCents - cents;
  if (after !== null) open.set(id, after);
  const isPaid = puts && before !== null && before + formerCents <= 0;
  const party = nameOfParty(record);
  return {
    line: [
      `${[number, party && recordText(party, 'list')].filter(Boolean).join(' ')}: ${movedText(application, money)}`,
      `open ${money(before)} -> ${money(after)}`,
      ...(isPaid ? [`ALREADY PAID${paidText(record)}`] : []),
      ...(resource === 'bills' ? [payeeText(record, subject)] : []),
    ].join(', '),
    number,
    before,
    after,
    puts,
    isPaid,
  };
}

/** `$500.00`, `$500.00 in place of $300.00`, or how much goes back. */
function movedText({ cents, formerCents }: Application, money: (cents: number) => string): string {
  if (cents === 0) return `taken off, ${money(formerCents)} goes back`;
  if (cents === formerCents) return `${money(cents)} as before`;
  return formerCents > 0 ? `${money(cents)} in place of ${money(formerCents)}` : money(cents);
}

function openOf(record: JsonObject): number | null {
  const owed = [record['amountOwed'], record['remainingBalance'], record['openBalance']].find(
    (value) => typeof value === 'number',
  );
  return owed === undefined ? null : centsOf(owed);
}

/** When the payments on it were made. */
function paidText({ payments }: JsonObject): string {
  const made = Array.isArray(payments) ? payments.filter(isPlainRecord) : [];
  const days = made.flatMap(({ paymentDate }) => (typeof paymentDate === 'string' ? paymentDate : []));
  return days.length > 0 ? ` on ${[...new Set(days)].toSorted().join(', ')}` : '';
}

const nameOfKind = (resource: string) => (resource === 'creditMemos' ? 'A credit memo' : 'A record without a number');

const payeeText = (bill: JsonObject, subject: RawSubject) => `payee of record: ${payeeOfRecord(bill, subject)}`;
