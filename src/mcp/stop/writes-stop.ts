import { WaybillError } from '../../errors.ts';
import type { ToolMemory, WritesStop } from '../tool/memory.ts';
import { recordText } from '../text/text.ts';

/**
 * Refuses where a person has stopped every write of this desk, and where nothing of it could be written down; looked at
 * before each, so that a batch that runs stops too.
 */
export async function requireWritesRun({
  memory,
}: {
  readonly memory: Pick<ToolMemory, 'stop' | 'requireInPlace'>;
}): Promise<void> {
  memory.requireInPlace();
  const stop = await memory.stop.find();
  if (stop === undefined) return;
  throw new WaybillError('WRITES_STOPPED', `${stopSentence(stop)} Reading goes on.`);
}

/** Describes who stopped the writes, when and why. */
export const stopSentence = ({ by, at, reason }: WritesStop): string =>
  `${by} has stopped every write of this desk at ${at}${reason === null ? '' : `: ${recordText(reason)}`}.`;
