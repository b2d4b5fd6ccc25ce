import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { readCallerSpan, type CollectorOptions, openCollector, toSpanTime } from '../../telemetry/collector.ts';
import { formatTraceparent } from '../../domain/messages/traceparent.ts';
import type { ToolCall, ToolCallOutcome, ToolTelemetry } from './telemetry.ts';

/** The boundaries that OpenTelemetry recommends for the duration of calls, in seconds. */
const durationBoundaries = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
const method = 'tools/call';

/** Reports calls of tools to the collector of the standard OTEL_ variables, by the conventions for MCP and GenAI. */
export function startToolTelemetry(options: CollectorOptions): ToolTelemetry {
  const { tracer, meter, close } = openCollector(options);
  const duration = meter.createHistogram('mcp.server.operation.duration', {
    description: 'Duration of calls of tools, from the request to its answer.',
    unit: 's',
    advice: { explicitBucketBoundaries: durationBoundaries },
  });
  return {
    begin(call, startedAt) {
      const span = tracer.startSpan(
        `${method} ${call.tool}`,
        { kind: SpanKind.SERVER, startTime: toSpanTime(startedAt), attributes: toSpanAttributes(call) },
        readCallerSpan(call.traceparent ?? ''),
      );
      return {
        traceparent: formatTraceparent(span.spanContext()),
        end(outcome) {
          const attributes = toAttributes(call, outcome);
          duration.record((performance.now() - startedAt) / 1000, attributes);
          span.setAttributes(attributes);
          if (outcome.isError) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close,
  };
}

/** Returns the attributes of the span that the metric lacks, because each of their values would start a new series. */
const toSpanAttributes = ({ gate, requestId }: ToolCall) => ({
  'waybill.tool.gate': gate,
  ...(requestId !== undefined && { 'jsonrpc.request.id': requestId }),
});

const toAttributes = ({ tool, protocolVersion, isHttp }: ToolCall, { outcome, isError }: ToolCallOutcome) => ({
  'mcp.method.name': method,
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': tool,
  'network.transport': isHttp ? 'tcp' : 'pipe',
  ...(isHttp && { 'network.protocol.name': 'http' }),
  ...(protocolVersion !== undefined && { 'mcp.protocol.version': protocolVersion }),
  'waybill.tool.outcome': outcome,
  ...(isError && { 'error.type': 'tool_error' }),
});
