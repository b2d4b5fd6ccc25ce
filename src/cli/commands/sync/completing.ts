import type { CopyProgress } from '../../../copy/progress.ts';
import { WaybillError } from '../../../errors.ts';
import type { Session } from '../../session.ts';

/** Ends the work between two pages when the command has to stop. */
export function createStopSignal({ waitForStop }: Session): AbortSignal {
  const stopping = new AbortController();
  const reason = new WaybillError('CANCELLED', 'Stopped: the next run goes on where this one was');
  void waitForStop().then(() => stopping.abort(reason));
  return stopping.signal;
}

/** Counts the records of all collections. */
export const countRecords = ({ collections }: CopyProgress): number =>
  collections.reduce((sum, { records }) => sum + records, 0);
