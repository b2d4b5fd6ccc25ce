import type { ActionOf, Lifecycle, StatusOf } from '../../../src/domain/kit/lifecycle.ts';
import { advance } from '../../../src/domain/kit/transitions.ts';

/** Reads an aligned table of text: statuses down, actions across, `-` where the move is refused. */
export function parseCases<Table extends Lifecycle>(table: Table, text: string) {
  const [actions = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return {
    actions,
    statuses: rows.map(([status]) => status),
    cases: rows.flatMap(([status, ...cells]) =>
      cells.map(
        // The text is compared with the table's own statuses and actions in every test that uses it.
        (next, index) => [status as StatusOf<Table>, actions[index] as ActionOf<Table>, next] as const,
      ),
    ),
  };
}

export function getOutcome<Table extends Lifecycle>(
  table: Table,
  status: StatusOf<Table>,
  action: ActionOf<Table>,
): string {
  try {
    return advance(table, status, action);
  } catch {
    return '-';
  }
}

/** Lists every action that occurs anywhere in a table. */
export function listActions(table: Lifecycle): string[] {
  return [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))];
}
