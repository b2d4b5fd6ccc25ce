import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { createFieldError } from '../../errors.ts';
import { isStart, type ListPosition, type Paging, pageArguments, startOfList } from '../results/page.ts';
import type { ToolResult } from '../results/result.ts';
import { canonicalJson, digest } from '../../contract/kit/canonical.ts';
import { isPlainRecord, type JsonObject } from '../../domain/kit/plain-record.ts';
import type { ToolRun } from '../run/run.ts';
import { addMilliseconds } from '../run/call-details.ts';
import type { Tool } from '../tool/tool.ts';

/** Stored page behind a cursor: the tool call, and the position at which its list continues. */
const StoredPage = z.object({
  tool: z.string(),
  input: z.record(z.string(), z.unknown()),
  position: z.object({ from: z.string().optional(), skip: z.number().int().min(0) }),
});

const hourMs = 60 * 60_000;
/** Time for which a cursor continues its list after an answer has shown it. */
const validMs = 24 * hourMs;
/** Time for which a page is stored: for an hour, answers that show it again have nothing to write. */
const storedMs = validMs + hourMs;
const cursorLength = 16;

export interface ContinuedCall {
  /** Arguments of the call, including those behind its cursor. */
  readonly input: JsonObject;
  readonly position: ListPosition;
}

/** Returns the call as it was made, or the earlier one that its cursor continues. */
export async function continueCall(
  { options, caller }: ToolRun,
  tool: Tool,
  toolInput: JsonObject,
): Promise<ContinuedCall> {
  const { cursor, ...input } = toolInput;
  const isPaging = 'cursor' in tool.input.shape && typeof cursor === 'string' && cursor !== '';
  if (!isPaging) return { input: toolInput, position: startOfList };
  const storedPage = await findPage(options, toPageKey(caller.principal.name, cursor));
  if (storedPage?.tool !== tool.name)
    throw createFieldError(
      'BAD_REQUEST',
      'cursor',
      `is not one that ${tool.name} gave in the last day; leave it out to start over`,
    );
  const other = Object.keys(input).filter(
    (name) => !pageArguments.includes(name) && canonicalJson(input[name]) !== canonicalJson(storedPage.input[name]),
  );
  if (other.length > 0)
    throw createFieldError(
      'BAD_REQUEST',
      'cursor',
      `continues another question (${other.join(', ')}); leave it out to ask this one`,
    );
  return { input: { ...storedPage.input, ...input }, position: storedPage.position };
}

async function findPage(
  { memory, now }: ToolRun['options'],
  key: string,
): Promise<z.output<typeof StoredPage> | undefined> {
  const stored = await memory.pages.find(key, now());
  return stored === undefined ? undefined : decryptPage(memory, key, stored.body);
}

function decryptPage(
  { cipher }: Pick<ToolRun['options']['memory'], 'cipher'>,
  key: string,
  body: string,
): z.output<typeof StoredPage> | undefined {
  try {
    return StoredPage.parse(JSON.parse(cipher.decrypt(body, key)));
  } catch {
    // Kept under another key of the memory: it is as if it had ended.
    return undefined;
  }
}

type Memory = ToolRun['options']['memory'];

interface SeenPage {
  readonly seenAt: string;
  readonly expiresAt: string;
}

/** Time for which a page that was seen in the store is taken to be there. */
const seenMs = 60_000;
const seenPagesMax = 10_000;
const seenPages = new WeakMap<Memory, LRUCache<string, SeenPage>>();

/** Returns the pages that this process has seen in the store: most lists are read again and again. */
function getSeenPages(memory: Memory): LRUCache<string, SeenPage> {
  const seen = seenPages.get(memory) ?? new LRUCache<string, SeenPage>({ max: seenPagesMax });
  seenPages.set(memory, seen);
  return seen;
}

/** Tests if a page is stored, by this or another process, for as long as a cursor that is shown now has to last. */
async function isStoredForLong(memory: Memory, key: string, at: string): Promise<boolean> {
  const lastsUntil = addMilliseconds(at, validMs);
  const seen = getSeenPages(memory).get(key);
  if (seen && seen.expiresAt >= lastsUntil && seen.seenAt <= at && at < addMilliseconds(seen.seenAt, seenMs))
    return true;
  const stored = await memory.pages.find(key, at);
  if (stored === undefined || stored.expiresAt < lastsUntil || decryptPage(memory, key, stored.body) === undefined)
    return false;
  getSeenPages(memory).set(key, { seenAt: at, expiresAt: stored.expiresAt });
  return true;
}

export interface StoredPaging extends Paging {
  /** Stores the page behind the cursor of a result. */
  readonly keep: (result: ToolResult) => Promise<void>;
}

export function createPaging(
  { options, caller }: ToolRun,
  tool: Tool,
  { input, position }: ContinuedCall,
): StoredPaging {
  const pages = new Map<string, string>();
  return {
    position,
    cursorAt(next) {
      if (isStart(next)) throw new Error(`${tool.name}: a cursor must lead on`);
      const page = { tool: tool.name, input, position: next };
      // The same page has the same cursor, so that a list that is read again is remembered once.
      const cursor = digest(page).slice(0, cursorLength);
      pages.set(cursor, JSON.stringify(page));
      return cursor;
    },
    async keep({ data }) {
      const cursor = isPlainRecord(data) ? data['nextCursor'] : undefined;
      const body = typeof cursor === 'string' ? pages.get(cursor) : undefined;
      if (typeof cursor !== 'string' || body === undefined) return;
      const at = options.now();
      const key = toPageKey(caller.principal.name, cursor);
      try {
        // Most lists are read again and again, and a read that writes nothing waits for no lock.
        if (await isStoredForLong(options.memory, key, at)) return;
        // What was asked for names people and places; a copy of the store must not tell it.
        const encrypted = options.memory.cipher.encrypt(body, key);
        await options.memory.pages.keep({ key, body: encrypted, at, expiresAt: addMilliseconds(at, storedMs) });
      } catch (error) {
        // What was read is shown all the same; its cursor will say that it is not known.
        options.log('warn', 'The next page of a list could not be kept.', { tool: tool.name, cause: String(error) });
      }
    },
  };
}

const toPageKey = (person: string, cursor: string) => `page:${person}:${cursor}`;
