import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import * as z from 'zod';
import { catalogue } from '../../src/contract/catalogue.ts';
import { WaybillError } from '../../src/errors.ts';
import { maskAccounts } from '../../src/mcp/text/mask-accounts.ts';
import type { PlanDraft, StepOutcome } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { requireOperation } from '../calls/catalogue-call.ts';
import { getResource } from '../calls/current-record.ts';
import { listBatchItems, buildNothingDone } from '../records/batch-outcome.ts';
import { formatTitleName } from '../records/record-names.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import { listDefaultFields, listFreeTextPointers, project, replaceOddNames } from '../records/raw-data.ts';
import { buildCopyResult, isCopy } from '../plans/freight/copy-plan.ts';
import { buildInvoicedResult, isInvoicing } from '../plans/money/invoiced-result.ts';
import { describeReview } from '../plans/money/revised-bill.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listRecordMembers } from './record-members.ts';

const creating: ReadonlySet<string> = new Set(
  catalogue()
    .filter(({ operation }) => operation.status === 201)
    .map(({ name }) => name),
);
const isCreating = (name: string) => creating.has(name);

export const apiWrite = tool({
  name: 'api_write',
  title: 'Write through the API',
  description: `Runs any writing operation of the brokerage API by name, behind that operation's own gate.
Those that cost money or are hard to take back wait for a person's yes.
Prefer direct tools (create_quote, approve_bills, cancel_shipment). Find names and inputs with api_search. Nothing in the arguments counts as a yes.`,
  toolset: 'catalogue',
  gate: 'audit',
  takesAnyGate: true,
  operations: catalogue().map(({ name }) => name),
  hints: { destructive: true, idempotent: false, openWorld: true },
  // A second identical call is taken for a mistake where it would make a second record.
  creates: ({ operation }) => isCreating(String(operation)),
  input: z.strictObject({
    operation: z.string().max(80).describe('resource.verb, from api_search'),
    input: z.record(z.string(), z.unknown()).optional().describe('Flat input of the operation'),
    again: z.boolean().optional().describe('true: a second identical call is meant'),
  }),
  output: z.object({ operation: z.string() }).partial(),
  async plan(ctx, request): Promise<PlanDraft> {
    const entry = requireOperation(request.operation);
    if (entry.effect === 'read')
      throw new WaybillError('BAD_REQUEST', `operation: ${entry.name} only reads; use api_read.`, {
        details: [{ field: 'operation', message: 'is not a writing operation' }],
      });
    return planOperation(ctx, { operation: entry.name, input: request.input ?? {} });
  },
  async finish(ctx, plan, [outcome]) {
    const answer = replaceOddNames(maskAccounts(outcome?.status === 'done' ? outcome.answer : undefined));
    if (isCopy(answer)) return buildCopyResult(ctx, plan.title, answer);
    if (isInvoicing(outcome)) return buildInvoicedResult(ctx, plan, outcome);
    const record = isPlainRecord(answer) ? project(answer, listDefaultFields([answer]).fields) : undefined;
    const results = listBatchItems(answer);
    const review = describeReview(plan, answer);
    const failedCount = results.filter((item) => item.outcome === 'failed').length;
    if (failedCount > 0 && failedCount === results.length)
      return buildNothingDone(`${plan.title}: none of ${results.length} succeeded.`, results);
    return writeResult({
      status: failedCount > 0 ? 'partial' : 'done',
      summary:
        failedCount > 0
          ? `${plan.title}: ${failedCount} of ${results.length} failed.`
          : `${isMade(outcome, answer) ? `${plan.title}: ${formatTitleName({ resource: getResource(outcome?.operation ?? ''), record: answer })}` : plan.title}.`,
      results,
      record,
      undo: formatUndo(plan),
      lines: [...(plan.taken ?? []), ...review.lines, ...(record ? listRecordMembers(record, ctx.timeZone) : [])],
      nextActions: review.nextActions,
      untrusted: record ? listFreeTextPointers(record, '/record') : [],
      extra: { operation: outcome?.operation },
    });
  },
});

/** Returns true if the answer is a new record, which the plan could not name yet. */
const isMade = (outcome: StepOutcome | undefined, answer: unknown): answer is JsonObject =>
  outcome !== undefined && isCreating(outcome.operation) && isPlainRecord(answer) && typeof answer['id'] === 'string';
