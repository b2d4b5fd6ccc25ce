import { WaybillError } from '../../errors.ts';
import { type ActionOf, listAllowedActions, type Lifecycle, type NextOf, type StatusOf } from './lifecycle.ts';

/** The status after the action; CONFLICT when this status does not allow it. */
export function advance<Table extends Lifecycle, Action extends ActionOf<Table>>(
  table: Table,
  status: StatusOf<Table>,
  action: Action,
): NextOf<Table, Action> {
  const next = table[status]?.[action];
  if (next === undefined) {
    throw new WaybillError(
      'CONFLICT',
      `Not possible while ${status}: ${splitWords(action)}. ${describePossible(table, status)}`,
    );
  }
  // The table was indexed by this very action, so the value is one of the statuses it leads to.
  return next as NextOf<Table, Action>;
}

/** Returns the first action that leads from one status to another. Throws CONFLICT if there is none. */
export function findActionToward<Table extends Lifecycle>(
  table: Table,
  status: StatusOf<Table>,
  target: StatusOf<Table>,
): ActionOf<Table> {
  const row: Lifecycle[string] = table[status] ?? {};
  const action = listAllowedActions(table, status).find((candidate) => row[candidate] === target);
  if (action === undefined) {
    const reachable = [...new Set(Object.values(row))].join(', ');
    const rest = reachable === '' ? `${status} is final.` : `From here it can become: ${reachable}.`;
    throw new WaybillError('CONFLICT', `${status} cannot become ${target}. ${rest}`);
  }
  return action;
}

function describePossible(table: Lifecycle, status: string): string {
  const actions = listAllowedActions(table, status).map(splitWords);
  return actions.length === 0 ? `${status} is final.` : `Possible now: ${actions.join(', ')}.`;
}

/** Converts `markReady` to `mark ready`. */
function splitWords(action: string): string {
  return action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
