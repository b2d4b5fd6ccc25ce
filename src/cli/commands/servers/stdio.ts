import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isPlainRecord } from '../../../domain/kit/plain-record.ts';
import type { Config } from '../../config.ts';
import { recordHealth } from '../../health-record.ts';
import { startServing, type Session } from '../../session.ts';
import { type LineReader, readLines } from './stdio-lines.ts';
import type { OpenPage } from '../../opening/running-page.ts';
import { type Connection, openConnection } from '../../../mcp/server/connection.ts';
import { startToolServers } from '../../opening/tool-server.ts';

/** Most calls leave nothing to decide: the page is loaded and opened with the first that does. */
const createPageOpener =
  (config: Config): OpenPage =>
  async (desk) =>
    (await import('../../opening/approvals-page.ts')).serveApprovalsPage(config, desk);

const exitConnectionLost = 1;

/**
 * Serves MCP over stdio until the client closes its end or a signal ends it; returns exit code 1 when the connection is
 * lost.
 */
export async function runStdio(session: Session): Promise<number> {
  const { now, log, streams, waitForStop, hasThreads } = session;
  const { stdin, stdout } = streams;
  const stopped = waitForStop();
  const config = startServing(session);
  const removeHealth = recordHealth(config, { transport: 'stdio' });
  const tools = await startToolServers(config, now, log, { openPage: createPageOpener(config), hasThreads });
  const ended = new Promise<false>((resolve) => {
    // Listens before the library does, which gives the connection up at the end of the input as well.
    for (const event of ['end', 'close']) stdin.once(event, () => resolve(false));
  });
  const answer = (line: string) => void stdout.write(line);
  const { lines, takeAnswer } = readLines(stdin, { answer, giveUp: () => void transport.close() });
  const transport = new StdioServerTransport(lines, stdout);
  const { buildServer, receive, close } = openConnection(tools.serverFor(), log);
  const connection = serveStdio(buildServer, {
    transport,
    onerror: (error) => log('warn', 'A message of the client could not be handled.', { cause: error.message }),
  });
  passThrough(transport, { receive, takeAnswer, answer, noteList: tools.fillAhead });
  const isLost = await Promise.race([stopped.then(() => false), ended, waitForLoss(transport)]);
  if (isLost) log('error', 'The connection to the client is lost: what it sent could not be read.');
  removeHealth();
  close();
  await connection.close();
  // An open pipe would keep the process: the host may well leave its end open after a signal.
  stdin.destroy();
  await tools.close();
  return isLost ? exitConnectionLost : 0;
}

interface Between extends Pick<Connection, 'receive'>, Pick<LineReader, 'takeAnswer'> {
  /** Writes a line to the client. */
  readonly answer: (line: string) => void;
  /** Called when the client was sent the list of tools. */
  readonly noteList: () => void;
}

/** Gives the client's messages to the connection first, and answers that belong to a batch to their batch. */
function passThrough(transport: StdioServerTransport, { receive, takeAnswer, answer, noteList }: Between): void {
  const { onmessage } = transport;
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    if (!takeAnswer(message)) await send(message);
    if (isToolList(message)) noteList();
  };
  // The library's transport has no other way to say it.
  // eslint-disable-next-line unicorn/prefer-add-event-listener
  transport.onmessage = (message) =>
    receive(message, {
      passOn: () => onmessage?.(message),
      answer: (response) => void (takeAnswer(response) || answer(`${JSON.stringify(response)}\n`)),
    });
}

const isToolList = (message: unknown): boolean =>
  isPlainRecord(message) && isPlainRecord(message['result']) && Array.isArray(message['result']['tools']);

/**
 * Resolves to true when the library gives the connection up by itself. Otherwise the process would live on without a
 * client.
 */
function waitForLoss(transport: StdioServerTransport): Promise<true> {
  const close = transport.onclose;
  return new Promise((resolve) => {
    // The library's transport has no other way to say it.
    // eslint-disable-next-line unicorn/prefer-add-event-listener
    transport.onclose = () => {
      close?.();
      resolve(true);
    };
  });
}
