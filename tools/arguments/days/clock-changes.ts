import { findClockChange, formatWithOffset, type WallTime } from '../../../src/domain/places/local-time.ts';
import { createFieldError } from '../../../src/errors.ts';

/** An argument that names a time of day. */
interface TimeWords {
  readonly name: string;
  /** The text as a message shows it. */
  readonly label: string;
}

/** Refuses a time that the clocks skip or repeat, and names both instants that it can mean. */
export function requireOneInstant({ name, label }: TimeWords, at: WallTime): void {
  const change = findClockChange(at);
  if (change === undefined) return;
  const [first, second] = change.instants.map((instant) => formatWithOffset(instant, at.zone));
  const why =
    change.kind === 'skipped'
      ? `${at.date} ${at.time} does not exist there, because the clocks go forward`
      : `${at.date} ${at.time} comes twice there, because the clocks go back`;
  throw createFieldError('BAD_REQUEST', name, `${label} is unclear: ${why}. Write ${first} or ${second}`);
}
