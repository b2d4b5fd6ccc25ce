import type { FriendlyResource } from '../../../src/domain/identifiers/friendly-id.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { WaybillError } from '../../../src/errors.ts';
import type { TextReading } from '../../records/reading.ts';

export interface FindableRecord {
  readonly id: string;
  readonly friendlyId?: string | undefined;
  readonly status?: unknown;
}

/** Ways to find one kind of record by anything that people call it. */
export interface Finder<Found extends FindableRecord> {
  /** The word people use, which is also the argument's name. */
  readonly noun: string;
  readonly friendly: FriendlyResource | undefined;
  /** Reads a record by id or client key; the API responds with 404 when there is none. */
  readonly get: (ctx: ToolContext, id: string, by: 'id' | 'key') => Promise<Found>;
  /** Reads records by friendly ids in the form that the API shows. */
  readonly byNumbers: (ctx: ToolContext, friendlyIds: readonly string[]) => Promise<readonly Found[]>;
  /** Searches by name and reference; `text` is as typed, `reading` is all that it can mean. */
  readonly search?: (ctx: ToolContext, text: string, reading: TextReading) => Promise<readonly Found[]>;
  /**
   * Returns whether the text is all of a name of the record, where the search finds it by a part as well: a person who
   * types a whole name means that record.
   */
  readonly isNamed?: (record: Found, text: string) => boolean;
  /** Names and references that are close to a text which means none, the closest first. */
  readonly close?: (ctx: ToolContext, text: string) => Promise<readonly Found[]>;
  /** Explains a text that means no record here but is known elsewhere; undefined where it isn't. */
  readonly explainMissing?: (ctx: ToolContext, text: string) => Promise<WaybillError | undefined>;
  /** Names of what a text is compared with, for the answer that nothing matches. */
  readonly looksAt: string;
  /** Describes a candidate in one line of record text, without its number and its status. */
  readonly describe: (record: Found, timeZone: string) => string;
}
