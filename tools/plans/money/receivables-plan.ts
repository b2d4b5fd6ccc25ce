import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { planAppliedCredit, planNewCredit, planCreditRemoval, planCreditVoid } from './credit-plan.ts';
import {
  changedInvoicePlan,
  mailedInvoicePlan,
  restartedInvoicePlan,
  typedInvoicePlan,
  voidedInvoicePlan,
} from './invoice-plan.ts';
import { receiptChangePlan, receiptPlan } from './receipt-plan.ts';
import type { ReceivablesWrite } from './receivables-write.ts';

type Builder = (ctx: ToolContext, write: ReceivablesWrite) => Promise<PlanPart> | PlanPart;

const builders: Readonly<Partial<Record<OperationName, Builder>>> = {
  'payments.create': receiptPlan,
  'payments.update': receiptChangePlan,
  'payments.delete': receiptChangePlan,
  'creditMemos.create': planNewCredit,
  'creditMemos.apply': planAppliedCredit,
  'creditMemos.unapply': planCreditRemoval,
  'creditMemos.void': planCreditVoid,
  'invoices.create': typedInvoicePlan,
  'invoices.update': changedInvoicePlan,
  'invoices.markAwaiting': restartedInvoicePlan,
  'invoices.delete': voidedInvoicePlan,
  'invoices.send': mailedInvoicePlan,
};

/** What a person has to see of a write on what customers owe. */
export const receivablesPlan = async (ctx: ToolContext, write: ReceivablesWrite): Promise<PlanPart> =>
  (await builders[write.name]?.(ctx, write)) ?? {};
