import { WaybillError } from '../../errors.ts';

/** status -> action -> next status. A missing action means the move is refused. */
export type Lifecycle = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type StatusOf<Table extends Lifecycle> = keyof Table & string;
export type ActionOf<Table extends Lifecycle> = { [Status in keyof Table]: keyof Table[Status] }[keyof Table] & string;

/** Where an action can lead, over all statuses that allow it. */
export type NextOf<Table extends Lifecycle, Action extends string> = {
  [Status in keyof Table]: Table[Status][keyof Table[Status] & Action];
}[keyof Table];

/** Next status of an action that goes back to what was stored before, instead of to a fixed one. */
export const asBefore = 'AS_BEFORE';

/** The status after the action; CONFLICT when this status does not allow it. */
export function advance<Table extends Lifecycle, Action extends ActionOf<Table>>(
  table: Table,
  status: StatusOf<Table>,
  action: Action,
): NextOf<Table, Action> {
  const next = table[status]?.[action];
  if (next === undefined) {
    throw new WaybillError('CONFLICT', `Not possible while ${status}: ${words(action)}. ${possible(table, status)}`);
  }
  // The table was indexed by this very action, so the value is one of the statuses it leads to.
  return next as NextOf<Table, Action>;
}

/** What may be done from a status, in the table's order. */
export function allowedActions<Table extends Lifecycle>(table: Table, status: StatusOf<Table>): ActionOf<Table>[] {
  // Keys of a row of the table are actions of the table.
  const actions = Object.keys(table[status] ?? {}) as ActionOf<Table>[];
  return actions;
}

/** The first action that leads from one status to another; CONFLICT when none does. */
export function actionToward<Table extends Lifecycle>(
  table: Table,
  status: StatusOf<Table>,
  target: StatusOf<Table>,
): ActionOf<Table> {
  const row: Lifecycle[string] = table[status] ?? {};
  const action = allowedActions(table, status).find((candidate) => row[candidate] === target);
  if (action === undefined) {
    const reachable = [...new Set(Object.values(row))].join(', ');
    const rest = reachable === '' ? `${status} is final.` : `From here it can become: ${reachable}.`;
    throw new WaybillError('CONFLICT', `What is ${status} cannot become ${target}. ${rest}`);
  }
  return action;
}

/** The statuses of a table, in its order, in the form an enum schema takes. */
export function statusesOf<Table extends Lifecycle>(table: Table): [StatusOf<Table>, ...StatusOf<Table>[]] {
  // Tables are written by hand and never empty.
  return Object.keys(table) as [StatusOf<Table>, ...StatusOf<Table>[]];
}

function possible(table: Lifecycle, status: string): string {
  const actions = allowedActions(table, status).map(words);
  return actions.length === 0 ? `${status} is final.` : `Possible now: ${actions.join(', ')}.`;
}

/** `markReady` -> `mark ready` */
function words(action: string): string {
  return action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
