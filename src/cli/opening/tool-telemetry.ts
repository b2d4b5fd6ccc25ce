import type { Log } from '../../log.ts';
import type { ToolTelemetry } from '../../mcp/server/telemetry.ts';
import { version } from '../../version.ts';
import type { Config } from '../config.ts';
import { whenNeeded } from './stores/when-needed.ts';

export interface OpenTelemetry {
  /** Undefined where no collector is configured. */
  readonly get: (() => Promise<ToolTelemetry | undefined>) | undefined;
  /** Sends what has not been sent yet. */
  readonly close: () => Promise<void>;
}

/** Reports calls of tools; what sends the reports is loaded with the first call. */
export function openToolTelemetry({ telemetry: isWanted }: Config, log: Log): OpenTelemetry {
  const telemetry = whenNeeded(() => startTelemetry(log));
  return {
    get: isWanted ? telemetry.get : undefined,
    async close() {
      await (await telemetry.opened())?.close();
    },
  };
}

/** Starts the telemetry. If it fails, tool calls work without it. */
async function startTelemetry(log: Log): Promise<ToolTelemetry | undefined> {
  try {
    const { startToolTelemetry } = await import('../../mcp/server/telemetry-otlp.ts');
    return startToolTelemetry({ version, log });
  } catch (error) {
    log('warn', 'Calls of tools are not reported.', { cause: String(error) });
    return undefined;
  }
}
