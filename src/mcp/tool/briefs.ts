import * as z from 'zod';
import type { Log } from '../../log.ts';
import type { Briefs, Principal } from './context.ts';
import type { ToolMemory } from './memory.ts';
import { isFuture } from '../../domain/kit/instants.ts';

const Told = z.record(z.string(), z.array(z.string()));

interface BriefOptions {
  readonly memory: ToolMemory;
  readonly log: Log;
  /** By the API's time. */
  readonly now: () => string;
}

/** The briefs of one person. */
export function createBriefs({ memory, log, now }: BriefOptions, { name: requester }: Principal): Briefs {
  return {
    async last(role) {
      const found = await memory.briefs.last(requester, role);
      // One of the future would hide what has happened until then.
      return found && !isFuture(found.at, now())
        ? { at: found.at, told: Told.parse(JSON.parse(found.body)) }
        : undefined;
    },
    async keep(role, { at, told }) {
      try {
        await memory.briefs.keep({ requester, role, at, body: JSON.stringify(told) });
      } catch (error) {
        // What was read is shown all the same; the next brief compares with the one before.
        log('warn', 'A brief could not be kept.', { role, cause: String(error) });
      }
    },
  };
}
