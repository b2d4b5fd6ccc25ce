import { mkdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WaybillError } from '../errors.ts';
import type { Log } from '../log.ts';
import { classify, StoreFailed, type StoreFailure } from '../store/store-error.ts';

const lookAgainMs = 25;
/** Milliseconds that other processes wait for one that was killed while it set the file aside. */
const claimMaxMs = 10_000;

/** Identifies the file at a path, so that another one that has taken its place is told apart; empty when there is none. */
export function identifyFile(file: string): string {
  const status = statSync(file, { throwIfNoEntry: false });
  return status ? `${status.dev} ${status.ino} ${status.birthtimeMs}` : '';
}

const generalFault = 1;
/** The file is no database, has other tables, or was moved away under its reader. */
const unusableFailures: readonly StoreFailure[] = ['corrupt', 'version', 'displaced'];

/**
 * Returns true if neither a restart nor other rights would help: the file is no database, has other tables, lost a part
 * or was moved.
 */
function isUnusable(error: unknown): boolean {
  if (unusableFailures.includes(classify(error))) return true;
  if (!(error instanceof Error)) return false;
  const code = 'errcode' in error ? Number(error.errcode) : 0;
  // A database without its log, or a log without its database, is refused by its sentence alone.
  return code % 256 === generalFault || /but its log .* is there/.test(error.message);
}

/** Sets a damaged copy aside, beside the new one to come. Returns false where another process has done that already. */
async function setAside(file: string, identity: string): Promise<boolean> {
  const claim = `${file}.claim`;
  for (;;) {
    if (identifyFile(file) !== identity) return false;
    if (claimFile(file, claim)) break;
    await pause(lookAgainMs);
  }
  try {
    if (identifyFile(file) !== identity) return false;
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    if (identity !== '') renameSync(file, `${file}.damaged`);
    return true;
  } catch (error) {
    throw toReplaceError(file, error);
  } finally {
    rmdirSync(claim);
  }
}

function claimFile(file: string, claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw toReplaceError(file, error);
    const claimedAt = statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - claimedAt > claimMaxMs) rmSync(claim, { recursive: true, force: true });
    return false;
  }
}

function toReplaceError(file: string, cause: unknown): WaybillError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const text = `The copy of the records ${file} is damaged and cannot be replaced (${reason}): let this user change the folder ${path.dirname(file)}, or delete the file. It is filled anew from the API.`;
  return new WaybillError('COPY_UNAVAILABLE', text, { cause });
}

/** Builds the error for a copy that cannot be opened or written, with the fix. */
function toCopyError(file: string, cause: unknown): WaybillError {
  if (cause instanceof WaybillError && !(cause instanceof StoreFailed)) return cause;
  const thrown = cause instanceof StoreFailed ? cause.cause : cause;
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  const fixes: Partial<Record<ReturnType<typeof classify>, string>> = {
    busy: 'another program has locked it; close that, or try again shortly',
    full: 'free some space on its disk and try again',
  };
  const fix =
    fixes[classify(cause)] ??
    'let this user read and write it and its folder, or delete it: it is filled anew from the API';
  return new WaybillError('COPY_UNAVAILABLE', `The copy of the records ${file} cannot be used (${reason}): ${fix}.`, {
    cause,
  });
}

/** A copy that is open in one file, as long as that can be used. */
export interface OpenFile {
  /** Identity of the file that was opened. */
  readonly identity: string;
  /** Returns true if the file lost pages or tables or was moved. A fault of a single query doesn't count. */
  isDamaged(): Promise<boolean>;
  close(): Promise<void>;
}

interface Keeping<Open extends OpenFile> {
  readonly file: string;
  readonly open: () => Promise<Open>;
  readonly log: Log;
}

interface SoundFile<Open extends OpenFile> {
  readonly latest: () => Open;
  /** Runs on the file, and once more on the one that replaces it where it turns out to be damaged. */
  readonly run: <Result>(work: (records: Open) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** Opens a file, and replaces it whenever it is found damaged. */
export async function keepSound<Open extends OpenFile>(keeping: Keeping<Open>): Promise<SoundFile<Open>> {
  let latest = await openSound(keeping);
  let isLost = false;
  let replacing: Promise<void> | undefined;

  async function replace(cause: unknown): Promise<void> {
    if (!isLost) await latest.close().catch(() => {});
    isLost = true;
    await noteSetAside(keeping, latest.identity, cause);
    latest = await openSound(keeping);
    isLost = false;
  }

  /** Replaces the file once for all calls that notice the same damage. */
  function replaceOnce(cause?: unknown): Promise<void> {
    replacing ??= replace(cause).finally(() => {
      replacing = undefined;
    });
    return replacing;
  }

  return {
    latest: () => latest,
    async run(work) {
      if (replacing || isLost) await replaceOnce();
      const records = latest;
      try {
        return await work(records);
      } catch (error) {
        // The file is closed under what is still under way when another question finds the damage.
        if (records === latest && !isLost && !replacing) {
          if (!isUnusable(error) || !(await records.isDamaged().catch(isUnusable))) throw error;
        }
        if (records === latest) await replaceOnce(error);
        return work(latest);
      }
    },
    async close() {
      await replacing?.catch(() => {});
      if (!isLost) await latest.close();
    },
  };
}

async function openSound<Open extends OpenFile>(keeping: Keeping<Open>): Promise<Open> {
  const { file, open } = keeping;
  for (;;) {
    const identity = identifyFile(file);
    try {
      return await open();
    } catch (error) {
      if (!isUnusable(error)) throw toCopyError(file, error);
      await noteSetAside(keeping, identity, error);
    }
  }
}

async function noteSetAside<Open extends OpenFile>(
  { file, log }: Keeping<Open>,
  identity: string,
  cause: unknown,
): Promise<void> {
  if (!(await setAside(file, identity))) return;
  log('warn', 'The copy of the records was damaged. It was set aside and is filled anew from the API.', {
    file: `${file}.damaged`,
    cause: String(cause),
  });
}
