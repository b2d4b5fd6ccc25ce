/** A place in a trace, as W3C Trace Context writes it down. */
export interface TracePlace {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** `00-TRACE-SPAN-FLAGS`; undefined where the text is not that. */
export function readTraceparent(text: string): TracePlace | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? '00', 16) };
}

export const formatTraceparent = ({ traceId, spanId, traceFlags }: TracePlace): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
