import { prompts } from '../../../prompts/index.ts';
import { toolList } from '../../../tools/list.ts';
import type { Config } from '../config.ts';
import type { Log } from '../../log.ts';
import { createToolServer, type ToolServer } from '../../mcp/server/server.ts';
import { version } from '../../version.ts';
import type { Clock } from '../clock.ts';
import { commandText } from '../command-text.ts';
import type { Desk, DeskOptions } from './desk.ts';
import { looserSentence, readPolicy } from './policy.ts';
import { openToolTelemetry } from './tool-telemetry.ts';
import { whenNeeded } from './when-needed.ts';

/** The tool server of one process on this machine: it greets and lists at once, and opens its desk at the first call. */
export interface LocalToolServer {
  readonly server: ToolServer;
  readonly desk: () => Promise<Desk>;
  close(): Promise<void>;
}

export async function startToolServer(
  config: Config,
  now: Clock,
  log: Log,
  { openPage, usesFiles = true }: Partial<Pick<DeskOptions, 'openPage' | 'usesFiles'>> = {},
): Promise<LocalToolServer> {
  const { policy, loosenings } = await readPolicy(config);
  if (loosenings.length > 0) log('warn', looserSentence(loosenings));
  const selection = { toolsets: config.toolsets, isReadOnly: config.readOnly, policy };
  const principalOf = () => ({ name: config.userName });
  const desk = whenNeeded(async () => {
    const { openDesk } = await import('./desk.ts');
    return openDesk(config, { selection, principalOf, now, log, openPage, usesFiles });
  });
  const telemetry = openToolTelemetry(config, log);
  const server = createToolServer({
    ...selection,
    tools: toolList,
    prompts,
    version,
    brokerage: config.api.kind === 'embedded' ? 'sandbox brokerage' : new URL(config.api.baseUrl).host,
    principalOf,
    runner: async () => (await desk.get()).runner,
    log,
    commandText,
    telemetry: telemetry.get,
  });
  return {
    server,
    desk: desk.get,
    async close() {
      await (await desk.opened())?.close();
      await telemetry.close();
    },
  };
}
