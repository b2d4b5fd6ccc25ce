import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { createStdioTransport } from '../calls.ts';
import { bundledCommand, readCpuMs, readMemory } from '../children.ts';
import type { ReportCell, ReportTable } from '../report.ts';
import { roundValue } from '../stats.ts';

/** A way in which a server meets its first question. */
export interface FirstQuestion {
  readonly title: string;
  readonly home: string;
  /** Time between the list of tools and the question. */
  readonly idleMs: number;
}

const question = { name: 'list_shipments', arguments: {} };

/** First answers of servers over stdio, each a process of its own. */
export async function measureFirstAnswers(questions: readonly FirstQuestion[]): Promise<ReportTable> {
  const rows: (readonly ReportCell[])[] = [];
  for (const each of questions) rows.push(await askFirst(each));
  return {
    title: 'First question (list_shipments) of a new process over stdio',
    columns: ['', 'list of tools ms', 'answer ms', 'the same again ms', 'CPU ms until the answer', 'MB', 'answer'],
    rows,
    notes: ['The answer counts from the question on; the list of tools from the start of the process.'],
  };
}

async function askFirst({ title, home, idleMs }: FirstQuestion): Promise<readonly ReportCell[]> {
  const wire = createStdioTransport(bundledCommand, home);
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const startedAt = performance.now();
  await client.connect(wire);
  try {
    await client.listTools();
    const listMs = performance.now() - startedAt;
    await wait(idleMs);
    const first = await ask(client);
    const pid = wire.pid ?? undefined;
    const [cpu, memory] = [readCpuMs(pid), readMemory(pid)];
    const again = await ask(client);
    return [title, ...[listMs, first.ms, again.ms, cpu ?? 0].map(roundValue), memory ?? 'unknown', first.summary];
  } finally {
    await client.close();
  }
}

async function ask(client: Client): Promise<{ readonly ms: number; readonly summary: string }> {
  const startedAt = performance.now();
  const answer = await client.callTool(question);
  const ms = performance.now() - startedAt;
  const [content] = answer.content;
  const text = content?.type === 'text' ? (content.text.split('\n')[0] ?? '') : '';
  return { ms, summary: `${answer.isError === true ? 'refused: ' : ''}${text.slice(0, summaryMax)}` };
}

const summaryMax = 90;
