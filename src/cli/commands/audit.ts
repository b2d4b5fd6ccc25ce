import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readEntry, type Verdict, verifyChain } from '../../mcp/audit/audit.ts';
import { auditTrail, toAuditLine, verifyLines } from '../../mcp/audit/audit-file.ts';
import { configProblem } from '../config-problem.ts';
import type { Config } from '../config.ts';
import { withMemory } from '../opening/desk.ts';
import { readCount } from '../flags.ts';
import { oneLine, print } from '../output.ts';

export async function runAuditTail(
  config: Config,
  flags: { readonly count: string; readonly json?: boolean | undefined },
): Promise<void> {
  const limit = readCount('--count', flags.count, 10_000);
  await withMemory(config, async (memory) => {
    const stored = (await memory.audit.latest({ limit })).toReversed();
    if (stored.length === 0) print('The audit log is empty.');
    for (const row of stored) print(flags.json ? toAuditLine(row) : lineOf(row));
  });
}

/** Exit code 0 when the chain is whole, 1 with the first bad line otherwise. */
export async function runAuditVerify(config: Config, file: string | undefined): Promise<number> {
  if (file !== undefined) return report(await verifyLines(await linesOf(file)), file);
  const verdict = await withMemory(config, (memory) => verifyChain(auditTrail(memory.audit)));
  return report(verdict, 'the audit log');
}

export async function runAuditExport(config: Config, file: string): Promise<void> {
  await withMemory(config, async (memory) => {
    let count = 0;
    async function* lines(): AsyncGenerator<string> {
      for await (const entry of auditTrail(memory.audit)) {
        count += 1;
        yield `${toAuditLine(entry)}\n`;
      }
    }
    await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600, flags: 'wx' })).catch(
      (error: unknown) => {
        const reason =
          error instanceof Error && 'code' in error && error.code === 'EEXIST'
            ? 'exists already; name a new file'
            : 'cannot be written';
        throw configProblem('FILE', `${file} ${reason}.`);
      },
    );
    print(`${count} entries written to ${file}.`);
  });
}

async function linesOf(file: string): Promise<AsyncIterable<string>> {
  const handle = await open(file).catch(() => {
    throw configProblem('FILE', `${file} does not exist or cannot be read.`);
  });
  return handle.readLines();
}

function report(verdict: Verdict, what: string): number {
  if (verdict.ok) {
    print(
      `${what} is whole: ${verdict.entries} entries${verdict.entries > 0 ? `, last hash ${verdict.lastHash}` : ''}.`,
    );
    return 0;
  }
  print(`${what} is NOT whole: line ${verdict.line} ${verdict.reason}.`);
  return 1;
}

function lineOf(row: Parameters<typeof readEntry>[0]): string {
  const { seq, at, who, tool, kind, status, summary } = readEntry(row);
  return `${seq}  ${at}  ${oneLine(who)}  ${tool}  ${kind}:${status}  ${oneLine(summary)}`;
}
