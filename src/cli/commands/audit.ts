import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 } from 'uuid';
import { formatCode } from '../../domain/text/code-words.ts';
import { readTrail, buildNextEntry, readEntry } from '../../mcp/audit/audit.ts';
import { listExportLines, toAuditLine, verifyLines } from '../../mcp/audit/audit-file.ts';
import { type ExpectedLog, type AuditVerdict, verifyLog, walkChain } from '../../mcp/audit/verify.ts';
import { formatCommandName } from '../command-text.ts';
import { configProblem } from '../config-problem.ts';
import { isConfirmed } from '../confirmation.ts';
import type { Config } from '../config.ts';
import { withMemory } from '../opening/desk-api.ts';
import { readCount } from '../flags.ts';
import { toOneLine } from '../output.ts';
import type { Session } from '../session.ts';
import { formatShownTime } from '../shown-time.ts';
import { buildCommandEntry } from './command-entry.ts';

const entriesMax = Number.MAX_SAFE_INTEGER;

export async function runAuditTail(
  flags: { readonly count: string; readonly json?: boolean | undefined },
  { config, print }: Session,
): Promise<void> {
  const limit = readCount('--count', flags.count, 10_000);
  await withMemory(config, async (memory) => {
    const stored = (await memory.audit.latest({ limit })).toReversed();
    if (stored.length === 0) print('The audit log is empty.');
    for (const row of stored) print(flags.json ? toAuditLine(row) : formatEntry(row, config));
  });
}

interface AuditVerifyFlags {
  readonly last?: string | undefined;
  readonly atLeast?: string | undefined;
}

/** Verifies the log. Returns exit code 0 if it is whole, or 1 after printing the first bad line. */
export async function runAuditVerify(
  file: string | undefined,
  flags: AuditVerifyFlags,
  session: Session,
): Promise<number> {
  const { config, streams, resolvePath } = session;
  const expected = readKnown(flags);
  const lines = file === undefined ? undefined : readFileLines(file, resolvePath(file));
  const verdict = await withMemory(config, ({ audit }) =>
    lines ? verifyLines(lines, audit.isAnchor, expected) : verifyLog(audit, expected),
  );
  const code = report(session, verdict, file ?? 'the audit log');
  if (!verdict.ok && lines === undefined)
    streams.stderr.write(
      `Keep a copy and find out who wrote to it. \`${config.commandText('audit accept')}\` goes on with a log whose entries fit, and writes that down.\n`,
    );
  return code;
}

/** Accepts a log whose signed end is lost. The log records for ever that it was accepted. */
export async function runAuditAccept(flags: { readonly yes?: boolean | undefined }, session: Session): Promise<number> {
  const { config, log, now, print } = session;
  return withMemory(config, async ({ audit }) => {
    const verdict = await verifyLog(audit);
    const walked = await walkChain(readTrail(audit), {});
    if (verdict.ok || !walked.ok) return report(session, walked, 'the audit log');
    const fault = `The audit log was not whole: line ${verdict.line} ${verdict.reason}.`;
    const question = `${fault} Have you looked into it? Continue the log with its ${walked.entries} entries?`;
    if (!(await isConfirmed(session, formatCommandName('audit accept'), flags, question))) return 1;
    const summary = `${fault} Accepted as it stood: ${walked.entries} entries, last hash ${walked.lastHash}; they may not say what was written.`;
    const entry = { kind: 'finished', attempt: v7(), at: now(), status: 'done', summary } as const;
    const details = buildCommandEntry(config, 'audit accept', entry);
    const { seq, hash } = await audit.accept((last) => buildNextEntry(last, details));
    log('info', 'An audit entry was written.', { entry: seq, hash });
    print(summary);
    return 0;
  });
}

function readKnown({ last, atLeast }: AuditVerifyFlags): ExpectedLog {
  const hash = last?.trim().toLowerCase();
  if (hash !== undefined && !/^[0-9a-f]{64}$/.test(hash))
    throw configProblem('--last', 'must be the hash of an entry, 64 hexadecimal digits.');
  return { last: hash, atLeast: atLeast === undefined ? undefined : readCount('--at-least', atLeast, entriesMax) };
}

export async function runAuditExport(file: string, { config, print, resolvePath }: Session): Promise<void> {
  await withMemory(config, async (memory) => {
    // The last line is the anchor.
    let count = -1;
    async function* exportLines(): AsyncGenerator<string> {
      for await (const line of listExportLines(memory.audit)) {
        count += 1;
        yield `${line}\n`;
      }
    }
    await pipeline(
      Readable.from(exportLines()),
      createWriteStream(resolvePath(file), { mode: 0o600, flags: 'wx' }),
    ).catch((error: unknown) => {
      const reason =
        error instanceof Error && 'code' in error && error.code === 'EEXIST'
          ? 'exists already; name a new file'
          : 'cannot be written';
      throw configProblem('FILE', `${file} ${reason}.`);
    });
    print(`${count} entries written to ${file}.`);
  });
}

/**
 * Reads lines that end with line feeds alone, as an export writes them: `readLines` also takes away carriage returns.
 */
async function* readFileLines(file: string, place: string): AsyncGenerator<string, void, undefined> {
  let rest = '';
  try {
    for await (const part of createReadStream(place, 'utf8')) {
      const lines = `${rest}${String(part)}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch {
    throw configProblem('FILE', `${file} does not exist or cannot be read.`);
  }
  if (rest !== '') yield rest;
}

function report({ print }: Session, verdict: AuditVerdict, subject: string): number {
  if (verdict.ok && verdict.entries === 0) {
    print(`${subject} holds no entry. If there ever was one, the log was deleted.`);
    return 1;
  }
  if (verdict.ok) {
    print(`${subject} is whole: ${verdict.entries} entries, last hash ${verdict.lastHash}.`);
    return 0;
  }
  print(`${subject} is NOT whole: line ${verdict.line} ${verdict.reason}.`);
  return 1;
}

function formatEntry(row: Parameters<typeof readEntry>[0], config: Pick<Config, 'timeZone'>): string {
  const entry = readEntry(row);
  const { seq, at, who: actor, tool, summary } = entry;
  const words = [formatShownTime(at, config), actor, tool, formatCode(entry.status), summary];
  return [String(seq), ...words.map(toOneLine)].join('  ');
}
