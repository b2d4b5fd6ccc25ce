import type { Gate } from '../../contract/kit/gate.ts';

/** A call of a tool as it is reported; nothing of its arguments, its answer or who calls is among it. */
export interface ToolCall {
  readonly tool: string;
  /** Under the policy. */
  readonly gate: Gate;
  readonly requestId: string | undefined;
  readonly protocolVersion: string | undefined;
  readonly isHttp: boolean;
  /** Header of the client; undefined if it sent none. */
  readonly traceparent: string | undefined;
}

export interface ToolCallOutcome {
  /** Status of the answer of a write, `asked`, `read`, or the code of an error. */
  readonly outcome: string;
  readonly isError: boolean;
}

export interface ReportedCall {
  /** Its own span, for what is called because of it. */
  readonly traceparent: string;
  readonly end: (outcome: ToolCallOutcome) => void;
}

/** Traces and metrics of tool calls. */
export interface ToolTelemetry {
  /** Begins to report a call. `startedAt` is a value of performance.now(). */
  begin(call: ToolCall, startedAt: number): ReportedCall;
  /** Sends what has not been sent yet. */
  readonly close: () => Promise<void>;
}
