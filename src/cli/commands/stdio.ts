import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Log } from '../../log.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../clock.ts';
import { logStart } from '../session.ts';
import { answerMalformed } from './stdio-input.ts';
import { startToolServer } from '../opening/tool-server.ts';

/** MCP over stdio until the client closes its end or a signal ends the process. */
export async function runStdio(config: Config, now: Clock, log: Log, stop: Promise<void>): Promise<void> {
  logStart(config, log);
  const tools = await startToolServer(config, now, log);
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  const connection = serveStdio(tools.server.buildServer, {
    onerror: (error) => log('warn', 'A message of the client could not be handled.', { cause: error.message }),
  });
  answerMalformed(process.stdin, (line) => process.stdout.write(line));
  await Promise.race([stop, ended]);
  await connection.close();
  // An open pipe would keep the process: the host may well leave its end open after a signal.
  process.stdin.destroy();
  await tools.close();
}
