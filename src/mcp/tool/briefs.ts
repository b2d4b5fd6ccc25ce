import * as z from 'zod';
import type { Log } from '../../log.ts';
import type { Briefs, ToolPrincipal } from './context.ts';
import type { ToolMemory } from './memory.ts';
import { isFuture } from '../../domain/kit/instants.ts';

const Told = z.record(z.string(), z.array(z.string()));

interface BriefOptions {
  readonly memory: ToolMemory;
  readonly log: Log;
  /** Returns the current time by the API's clock. */
  readonly now: () => string;
}

/** Creates the briefs of one person. */
export function createBriefs({ memory, log, now }: BriefOptions, { name: requester }: ToolPrincipal): Briefs {
  return {
    async last(role) {
      const brief = await memory.briefs.last(requester, role);
      // One of the future would hide what has happened until then.
      return brief && !isFuture(brief.at, now())
        ? { at: brief.at, told: Told.parse(JSON.parse(brief.body)) }
        : undefined;
    },
    async keep(role, { at, told: toldNumbers }) {
      try {
        await memory.briefs.keep({ requester, role, at, body: JSON.stringify(toldNumbers) });
      } catch (error) {
        // What was read is shown all the same; the next brief compares with the one before.
        log('warn', 'A brief could not be kept.', { role, cause: String(error) });
      }
    },
  };
}
