import type { WriteOutcome } from '../results/result.ts';

/** Progress of one writing request. */
type WriteState = 'not_done' | 'open' | 'done';

export interface JournaledWrite {
  readonly operation: string;
  readonly state: () => WriteState;
  /**
   * Sets the state for the client: true before an attempt is sent, false once it is certain that nothing was carried
   * out.
   */
  readonly setOpen: (isOpen: boolean) => void;
  /** Finishes the write. `label` names the record that the API returned. */
  readonly finish: (label: string | undefined) => void;
}

/**
 * The writing requests of one tool call. What the answer says about the write follows from whether they were sent, and
 * never from the error that ended the call.
 */
export interface WriteJournal {
  readonly begin: (operation: string) => JournaledWrite;
  /** Notes that an earlier attempt of the same plan has sent steps of unknown outcome, or has done some of them. */
  readonly noteEarlier: (state: Exclude<WriteState, 'not_done'>, label: string) => void;
  readonly outcome: () => WriteOutcome;
  /** Returns the writes that were done, in words. */
  readonly done: () => readonly string[];
}

export function createWriteJournal(labelOf: (operation: string, record?: string) => string): WriteJournal {
  const writes: { state: WriteState; label: string }[] = [];
  return {
    begin(operation) {
      const write: { state: WriteState; label: string } = { state: 'not_done', label: labelOf(operation) };
      writes.push(write);
      return {
        operation,
        state: () => write.state,
        setOpen: (isOpen) => void (write.state = isOpen ? 'open' : 'not_done'),
        finish: (label) => {
          write.state = 'done';
          write.label = labelOf(operation, label);
        },
      };
    },
    noteEarlier: (state, label) => void writes.push({ state, label }),
    outcome() {
      if (writes.some(({ state }) => state === 'open')) return 'unknown';
      return writes.some(({ state }) => state === 'done') ? 'partial' : 'not_done';
    },
    done: () => writes.filter(({ state }) => state === 'done').map(({ label }) => label),
  };
}
