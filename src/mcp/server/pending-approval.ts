import {
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { formatPageOffer } from '../approvals/page-offer.ts';
import type { ApprovalView, PlanView, ToolResult } from '../results/result.ts';
import type { ToolCaller } from '../run/run.ts';
import type { OfferedPage, PageOffer, Runner } from '../run/runner.ts';
import { canOpenPages } from './caller.ts';
import { canFollowTasks, pageQuestion, toTask } from './tasks.ts';
import { toWire } from './wire-result.ts';

interface AnsweredCall {
  readonly runner: Pick<Runner, 'tasks' | 'codec'>;
  readonly server: McpServer;
  readonly ctx: ServerContext;
  readonly caller: ToolCaller;
}

/**
 * Answers a call with its result. Where a plan needs an approval, a client that follows tasks gets the approval's task,
 * and one that opens pages is asked first to offer its user the page. Any other client gets the result alone.
 */
export async function answerResult(
  result: ToolResult,
  { runner, server, ctx, caller }: AnsweredCall,
): Promise<CallToolResult | InputRequiredResult> {
  const approval = readApproval(result);
  if (approval === undefined) return toWire(result);
  if (canFollowTasks(ctx)) {
    const task = await runner.tasks?.follow(approval.id, caller);
    // A task has no content, but the library lets no answer of a tool without it through.
    if (task !== undefined) return { ...toWire(result), ...toTask(task), resultType: 'task' };
  }
  const { id, page } = approval;
  const isOffer = caller.principal.kind === 'person' && canOpenPages(server, ctx) && !wasOffered(ctx, id);
  if (page === undefined || !isOffer) return toWire(result);
  return inputRequired({
    inputRequests: { [pageQuestion]: inputRequired.elicitUrl(page) },
    requestState: await runner.codec.mint({ offered: id }, ctx),
  });
}

interface AwaitedApproval {
  readonly id: string;
  /** Left out once a person has approved it, or if this process serves no page. */
  readonly page?: PageOffer;
}

/** Reads the approval that a result names; undefined if it names none. */
function readApproval({ data, isError }: ToolResult): AwaitedApproval | undefined {
  // Every result was checked against these shapes.
  const { approval, plan } = data as { readonly approval?: ApprovalView; readonly plan?: PlanView };
  if (isError === true || approval === undefined) return undefined;
  const { id, status, how } = approval;
  if (how.url === undefined || status !== 'pending') return { id };
  return { id, page: { url: how.url, message: formatPageOffer({ id, title: plan?.title ?? 'A plan' }) } };
}

/** Returns true if this call answers the question that offered the page of this approval. */
function wasOffered({ mcpReq }: ServerContext, id: string): boolean {
  // Verified and decoded by the codec, which only ever sealed an OfferedPage or a ConfirmState.
  const state = mcpReq.requestState<OfferedPage>();
  const response = inputResponse(mcpReq.inputResponses, pageQuestion);
  return isPlainRecord(state) && state.offered === id && response.kind === 'elicit';
}
