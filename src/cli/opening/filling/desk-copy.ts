import type { LocalCopy } from '../../../copy/copy.ts';
import type { Log } from '../../../log.ts';
import { builtInPolicy } from '../../../mcp/policy/policy.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { openApi, withMemory } from '../desk-api.ts';
import { openRecordsCopy } from '../copies/records-copy.ts';
import { createServiceThread } from '../../threads/service-thread.ts';
import { openCapabilities } from '../writes/capability-memory.ts';

interface DeskCopy {
  readonly copy: LocalCopy;
  /** Makes the sandbox where there is none yet. */
  readonly prepareApi: () => Promise<void>;
}

interface CopyPlace {
  readonly config: Config;
  readonly now: Clock;
  readonly log: Log;
  /** True where a thread may read the records that this one writes. */
  readonly hasThreads?: boolean | undefined;
}

/**
 * Opens the copy of a desk for one piece of work, with an API client of its own. While records are missing, a service in a
 * thread of its own reads them: it and what writes them use a core each.
 */
export async function withDeskCopy<Result>(
  { config: sessionConfig, now, log, hasThreads = false }: CopyPlace,
  work: (desk: DeskCopy) => Promise<Result>,
): Promise<Result> {
  const openedCopy = Promise.withResolvers<LocalCopy>();
  const startThread = async () => {
    const copy = await openedCopy.promise;
    return (await copy.listIncomplete()).length === 0 ? undefined : createServiceThread(log);
  };
  const config = hasThreads ? { ...sessionConfig, serviceThread: startThread } : sessionConfig;
  // What the copy's requests show of the API is kept for the tool server and for doctor.
  return withMemory(config, async ({ capabilities: memory }) => {
    const capabilitiesFor = openCapabilities({ policy: builtInPolicy, memory, now });
    const { apiOfCopy, prepare, close } = openApi(config, now, log, { capabilitiesFor, isForReading: true });
    try {
      await using copy = await openRecordsCopy(config, apiOfCopy, { log });
      openedCopy.resolve(copy);
      return await work({ copy, prepareApi: prepare });
    } finally {
      await close();
    }
  });
}
