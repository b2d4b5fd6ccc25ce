import * as z from 'zod';
import { fieldError } from '../../errors.ts';

/** Where a list continues: a page of the API and how many of its rows were already shown. */
export interface ListPosition {
  readonly cursor: string | undefined;
  readonly skip: number;
}

const Position = z.strictObject({ c: z.string().max(2000).optional(), s: z.int().min(0).max(10_000) });

/** The position behind a `cursor` argument; the first page when there is none. */
export function readCursor(text: string | undefined): ListPosition {
  if (text === undefined || text === '') return { cursor: undefined, skip: 0 };
  const parsed = Position.safeParse(decode(text));
  if (!parsed.success)
    throw fieldError('BAD_REQUEST', 'cursor', 'was not made by this tool; leave it out to start over');
  return { cursor: parsed.data.c, skip: parsed.data.s };
}

export function writeCursor({ cursor, skip }: ListPosition): string {
  return Buffer.from(JSON.stringify({ c: cursor, s: skip })).toString('base64url');
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    // The caller refuses whatever is not a position.
    return null;
  }
}
