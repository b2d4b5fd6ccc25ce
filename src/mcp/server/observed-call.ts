import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type McpServer,
  PROTOCOL_VERSION_META_KEY,
  type ServerContext,
  TRACEPARENT_META_KEY,
} from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { type Policy, getToolGate } from '../policy/policy.ts';
import { writeStatuses } from '../results/write-statuses.ts';
import { readTraceparent } from '../../domain/messages/traceparent.ts';
import type { Log } from '../../log.ts';
import type { ListedTool } from '../tool/listed-tool.ts';
import { getEnvelope } from './caller.ts';
import type { ReportedCall, ToolCall, ToolCallOutcome, ToolTelemetry } from './telemetry.ts';

interface Observed {
  readonly tool: ListedTool;
  readonly server: McpServer;
  readonly ctx: ServerContext;
  readonly policy: Policy;
  readonly log: Log;
  /** Loads the telemetry; undefined if calls are not reported. */
  readonly telemetry?: (() => Promise<ToolTelemetry | undefined>) | undefined;
}

type ObservedAnswer = CallToolResult | InputRequiredResult;

/**
 * Answers a call, and reports how it went where a collector is configured. `answer` gets the place in the trace that the
 * calls of the API belong to: this call's own, or else the client's.
 */
export async function observeCall(
  observed: Observed,
  answer: (traceparent: string | undefined) => Promise<ObservedAnswer>,
): Promise<ObservedAnswer> {
  const startedAt = performance.now();
  const span = await beginSpan(observed, startedAt);
  if (span === undefined) return answer(readTraceparentText(observed.ctx));
  try {
    const result = await answer(span.traceparent);
    endSpan(observed, span, toOutcome(result));
    return result;
  } catch (error) {
    endSpan(observed, span, { outcome: 'INTERNAL_ERROR', isError: true });
    throw error;
  }
}

/** Starts the span of a call. The call is answered whether or not it can be reported. */
async function beginSpan(observed: Observed, startedAt: number): Promise<ReportedCall | undefined> {
  try {
    return (await observed.telemetry?.())?.begin(toToolCall(observed), startedAt);
  } catch (error) {
    observed.log('warn', 'A call cannot be reported to the collector.', { cause: String(error) });
    return undefined;
  }
}

function endSpan({ log }: Observed, span: ReportedCall, outcome: ToolCallOutcome): void {
  try {
    span.end(outcome);
  } catch (error) {
    log('warn', 'A call could not be reported to the collector.', { cause: String(error) });
  }
}

function toToolCall({ tool, server, ctx, policy }: Observed): ToolCall {
  return {
    tool: tool.name,
    gate: getToolGate(policy, tool.name, tool.gate),
    requestId: toPlainId(String(ctx.mcpReq.id)),
    protocolVersion: getProtocolVersion(server, ctx),
    isHttp: ctx.http !== undefined,
    traceparent: readTraceparentText(ctx),
  };
}

function readTraceparentText({ mcpReq: { _meta: meta } }: ServerContext): string | undefined {
  const text = meta?.[TRACEPARENT_META_KEY];
  return typeof text === 'string' && readTraceparent(text) ? text : undefined;
}

/** Returns a request id that is safe to log, or undefined. A client may number its requests with any text. */
const toPlainId = (id: string): string | undefined => (/^[\w.:-]{1,64}$/.test(id) ? id : undefined);

function getProtocolVersion(server: McpServer, ctx: ServerContext): string | undefined {
  const version =
    getEnvelope(ctx)[PROTOCOL_VERSION_META_KEY] ??
    server.server.getNegotiatedProtocolVersion() ??
    ctx.http?.req?.headers.get('mcp-protocol-version');
  return typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version) ? version : undefined;
}

const statuses: ReadonlySet<unknown> = new Set(writeStatuses);

function toOutcome(result: ObservedAnswer): ToolCallOutcome {
  if (isInputRequiredResult(result)) return { outcome: 'asked', isError: false };
  const { isError = false, structuredContent: data } = result;
  const { error, status } = isPlainRecord(data) ? data : {};
  if (isError) {
    const code = isPlainRecord(error) ? error['code'] : undefined;
    return { outcome: typeof code === 'string' ? code : 'INTERNAL_ERROR', isError };
  }
  return { outcome: statuses.has(status) ? String(status) : 'read', isError };
}
