import * as z from 'zod';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft } from '../../src/mcp/tool/plan.ts';
import { maskAccountNumber } from '../../src/domain/money/account-number.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { accountText } from '../payables/pay-run.ts';
import { getFinder } from '../calls/record-finders.ts';
import { planOperation } from '../plans/plan-operation.ts';
import type { CarrierRecord } from '../records/record-types.ts';

/** Where the money of a carrier goes. */
export const Bank = z.strictObject({
  account: z.string().min(4).max(32).optional(),
  routing: z.string().max(32).optional(),
  name: z.string().max(200).optional().describe('of the bank'),
  holder: z.string().max(200).optional(),
  factor: RecordText.optional(),
});

type BankAsked = z.output<typeof Bank>;

interface Owner {
  readonly record: CarrierRecord | undefined;
  readonly name: string;
}

/** A new way of paying the carrier, which is the one in force from then on; the ones before stay on record. */
export async function bankPlan(
  ctx: ToolContext,
  { record, name }: Owner,
  bank: z.output<typeof Bank>,
): Promise<PlanDraft> {
  const factorId = bank.factor === undefined ? undefined : await factorNamed(ctx, bank.factor);
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
    ...(!record && { takes: { carrierId: { step: 0, member: 'id' } } }),
  });
  const title = `Pay ${recordText(name, 'list')} to ${goalOf(bank)}`;
  return { ...draft, title, steps: draft.steps.map((step) => ({ ...step, label: title })) };
}

/** How the carrier is paid, before and after. */
export const payLine = (record: CarrierRecord | undefined, bank: BankAsked): string =>
  `Paid: ${record ? accountText(record) : 'nothing on record'} -> ${goalOf(bank)}`;

const goalOf = (bank: BankAsked) =>
  bank.factor === undefined ? accountOf(bank) : `factor ${recordText(bank.factor, 'list')}`;

const accountOf = ({ account, name }: BankAsked) =>
  [
    account === undefined ? 'no account number' : `account ${maskAccountNumber(account)}`,
    name && `at ${recordText(name, 'list')}`,
  ]
    .filter(Boolean)
    .join(' ');

async function factorNamed(ctx: ToolContext, text: string): Promise<string> {
  const find = getFinder('carrierFactors');
  if (!find) throw new Error('the contract reads no factors');
  return (await find(ctx, text)).record.id;
}
