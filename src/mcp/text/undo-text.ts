/** How a write is undone. */
export interface Undo {
  /** Sentences for people: "It can be voided while nothing is paid on it." */
  readonly undo: string;
  /** Call that does it, for models; absent where there is none. */
  readonly undoCall?: string | undefined;
}

/** Formats an undo for models, with its call: "It can be voided while nothing is paid on it (void_invoice)." */
export const formatUndo = ({ undo, undoCall }: Undo): string =>
  undoCall === undefined ? undo : `${undo.replace(/\.$/, '')} (${undoCall}).`;

/** Joins several undos: the sentences that differ, and their calls. */
export function joinUndos(undos: readonly Undo[]): Undo {
  const calls = [...new Set(undos.flatMap(({ undoCall }) => undoCall ?? []))];
  return {
    undo: [...new Set(undos.map(({ undo }) => undo))].join(' '),
    // A semicolon ends a clause, and clauses that name a tool that is not offered are left out.
    ...(calls.length > 0 && { undoCall: calls.join(' and ') }),
  };
}
