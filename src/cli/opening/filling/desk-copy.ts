import type { RecordsCopy } from '../../../copy/copy.ts';
import type { Log } from '../../../log.ts';
import { builtInPolicy } from '../../../mcp/policy/policy.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { openApi, withMemory } from '../desk-api.ts';
import { openRecordsCopy } from '../copies/records-copy.ts';
import { openCapabilities } from '../writes/capability-memory.ts';

interface DeskCopy {
  readonly copy: RecordsCopy;
  /** Makes the sandbox where there is none yet. */
  readonly prepareApi: () => Promise<void>;
}

interface CopyPlace {
  readonly config: Config;
  readonly now: Clock;
  readonly log: Log;
}

/** Opens the copy of a desk for one piece of work, with an API client of its own. */
export async function withDeskCopy<Result>(
  { config, now, log }: CopyPlace,
  work: (desk: DeskCopy) => Promise<Result>,
): Promise<Result> {
  // What the copy's requests show of the API is kept for the tool server and for doctor.
  return withMemory(config, async ({ capabilities: memory }) => {
    const capabilitiesFor = openCapabilities({ policy: builtInPolicy, memory, now });
    const { apiOfCopy, prepare, close } = openApi(config, now, log, { capabilitiesFor, isForReading: true });
    try {
      await using copy = await openRecordsCopy(config, apiOfCopy, { log });
      return await work({ copy, prepareApi: prepare });
    } finally {
      await close();
    }
  });
}
