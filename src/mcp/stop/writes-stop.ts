import { formatDateTime } from '../../domain/places/local-time.ts';
import { WaybillError } from '../../errors.ts';
import { readDeskZone } from '../run/call-details.ts';
import type { ToolRun } from '../run/run.ts';
import type { WritesStop } from '../tool/memory.ts';
import { recordText } from '../text/text.ts';

/**
 * Refuses where a person has stopped every write of this desk, and where nothing of it could be written down; looked at
 * before each, so that a batch that runs stops too.
 */
export async function requireWritesRun(run: Pick<ToolRun, 'options' | 'caller'>): Promise<void> {
  run.options.memory.requireInPlace();
  const stop = await describeStop(run);
  if (stop !== undefined) throw new WaybillError('WRITES_STOPPED', stop);
}

/** Describes the stop of all writes of the desk; undefined while writes run. */
export async function describeStop(run: Pick<ToolRun, 'options' | 'caller'>): Promise<string | undefined> {
  const stop = await run.options.memory.stop.find();
  return stop && `${stopSentence(stop, await readDeskZone(run))} Reading goes on.`;
}

/** Describes who stopped the writes, when and why. */
export const stopSentence = ({ by, at, reason }: WritesStop, zone: string): string =>
  `${by} stopped all writes of this desk on ${formatDateTime(at, zone)}${reason === null ? '' : `: ${recordText(reason)}`}.`;
