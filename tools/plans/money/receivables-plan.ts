import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { planAppliedCredit, planNewCredit, planCreditRemoval, planCreditVoid } from './credit-plan.ts';
import {
  planInvoiceChange,
  planInvoiceMail,
  planInvoiceRestart,
  planEnteredInvoice,
  planInvoiceVoid,
} from './invoice-plan.ts';
import { planReceiptChange, planReceipt } from './receipt-plan.ts';
import type { ReceivablesWrite } from './receivables-write.ts';

type Builder = (ctx: ToolContext, write: ReceivablesWrite) => Promise<PlanPart> | PlanPart;

const builders: Readonly<Partial<Record<OperationName, Builder>>> = {
  'payments.create': planReceipt,
  'payments.update': planReceiptChange,
  'payments.delete': planReceiptChange,
  'creditMemos.create': planNewCredit,
  'creditMemos.apply': planAppliedCredit,
  'creditMemos.unapply': planCreditRemoval,
  'creditMemos.void': planCreditVoid,
  'invoices.create': planEnteredInvoice,
  'invoices.update': planInvoiceChange,
  'invoices.markAwaiting': planInvoiceRestart,
  'invoices.delete': planInvoiceVoid,
  'invoices.send': planInvoiceMail,
};

/** Plans a write on what customers owe, with what a person has to see of it. */
export const planReceivables = async (ctx: ToolContext, write: ReceivablesWrite): Promise<PlanPart> =>
  (await builders[write.name]?.(ctx, write)) ?? {};
