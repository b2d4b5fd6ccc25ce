import { fieldError } from '../../src/errors.ts';

export interface StatusKinds<Status extends string> {
  /** The argument that is read. */
  readonly field: string;
  readonly known: readonly Status[];
  /** Words for several at once, such as `active`, in capitals. */
  readonly groups?: Readonly<Record<string, readonly Status[]>>;
}

const spellings: Readonly<Record<string, string>> = { CANCELLED: 'CANCELED' };

/** `BOOKED`, `booked, in transit`, `active or delivered`: each status once. */
export function statusesIn<Status extends string>(
  text: string,
  { field, known, groups = {} }: StatusKinds<Status>,
): readonly Status[] {
  const found = text.split(/,|;|\bor\b|\band\b/i).flatMap((part) => {
    const typed = part
      .trim()
      .toUpperCase()
      .replace(/[\s-]+/g, '_');
    const word = spellings[typed] ?? typed;
    return word === '' ? [] : [groups[word] ?? known.filter((status) => status === word)];
  });
  if (found.length === 0 || found.some((statuses) => statuses.length === 0)) {
    const words = [...Object.keys(groups).map((group) => group.toLowerCase().replaceAll('_', ' ')), ...known].join(
      ', ',
    );
    throw fieldError('BAD_REQUEST', field, `there is no such status; use ${words}`);
  }
  return [...new Set(found.flat())];
}
