import * as z from 'zod';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft, PlanLine } from '../../src/mcp/tool/plan.ts';
import { maskAccountNumber } from '../../src/domain/payments/account-number.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { formatAccount } from '../payables/pay-run.ts';
import { getFinder } from '../calls/record-finders.ts';
import { planOperation } from '../plans/plan-operation.ts';
import type { CarrierRecord } from '../records/record-types.ts';

/** Input that says where a carrier's money goes. */
export const Bank = z.strictObject({
  account: z.string().min(4).max(32).optional(),
  routing: z.string().max(32).optional(),
  name: z.string().max(200).optional().describe('of the bank'),
  holder: z.string().max(200).optional(),
  factor: RecordText.optional(),
});

type BankInput = z.output<typeof Bank>;

interface BankOwner {
  readonly record: CarrierRecord | undefined;
  readonly name: string;
}

/** Plans a new payment method of the carrier, which is in force from then on. Earlier ones stay on record. */
export async function planBank(
  ctx: ToolContext,
  { record, name }: BankOwner,
  bank: z.output<typeof Bank>,
): Promise<PlanDraft> {
  const factorId = bank.factor === undefined ? undefined : await findFactorId(ctx, bank.factor);
  const draft = await planOperation(ctx, {
    operation: 'carrierPaymentMethods.create',
    input: {
      ...(record && { carrierId: record.id }),
      paymentRecipientType: factorId === undefined ? 'DIRECT' : 'FACTOR',
      paymentMethodType: 'ACH',
      isPreferred: true,
      ...(factorId !== undefined && { carrierFactorId: factorId }),
      ...(bank.account !== undefined && { accountNumber: bank.account }),
      ...(bank.routing !== undefined && { abaAch: bank.routing }),
      ...(bank.name !== undefined && { bankName: bank.name }),
      ...(bank.holder !== undefined && { accountName: bank.holder }),
    },
    ...(record && { words: new Map([[record.id, `${record.friendlyId} ${record.name}`]]) }),
    ...(!record && { takes: { carrierId: { step: 0, member: 'id' } } }),
  });
  const title = `Pay ${recordText(name, 'list')} to ${describeTarget(bank)}`;
  return { ...draft, title, steps: draft.steps.map((step) => ({ ...step, label: title })) };
}

/** Describes how the carrier is paid, before and after. */
export const describePayment = (record: CarrierRecord | undefined, bank: BankInput): PlanLine => ({
  label: 'Paid to',
  before: record ? formatAccount(record) : 'nothing on record',
  after: describeTarget(bank),
});

const describeTarget = (bank: BankInput) =>
  bank.factor === undefined ? describeAccount(bank) : `factor ${recordText(bank.factor, 'list')}`;

const describeAccount = ({ account, name }: BankInput) =>
  [
    account === undefined ? 'no account number' : `account ${maskAccountNumber(account)}`,
    name && `at ${recordText(name, 'list')}`,
  ]
    .filter(Boolean)
    .join(' ');

async function findFactorId(ctx: ToolContext, text: string): Promise<string> {
  const find = getFinder('carrierFactors');
  if (!find) throw new Error('the contract reads no factors');
  return (await find(ctx, text)).record.id;
}
