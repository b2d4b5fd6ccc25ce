/** status -> action -> next status. A missing action means the move is refused. */
export type Lifecycle = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type StatusOf<Table extends Lifecycle> = keyof Table & string;
export type ActionOf<Table extends Lifecycle> = { [Status in keyof Table]: keyof Table[Status] }[keyof Table] & string;

/** Statuses that an action can lead to, from all statuses that allow it. */
export type NextOf<Table extends Lifecycle, Action extends string> = {
  [Status in keyof Table]: Table[Status][keyof Table[Status] & Action];
}[keyof Table];

/** Next status of an action that goes back to what was stored before, instead of to a fixed one. */
export const asBefore = 'AS_BEFORE';

/** Lists the actions that a status allows, in the table's order. A status that isn't in the table allows none. */
export function listAllowedActions<Table extends Lifecycle>(
  table: Table,
  status: StatusOf<Table> | (string & {}),
): ActionOf<Table>[] {
  // Keys of a row of the table are actions of the table.
  const actions = Object.hasOwn(table, status) ? (Object.keys(table[status] ?? {}) as ActionOf<Table>[]) : [];
  return actions;
}

/** Lists the statuses of a table in its order, typed for an enum schema. */
export function listStatuses<Table extends Lifecycle>(table: Table): [StatusOf<Table>, ...StatusOf<Table>[]] {
  // Tables are written by hand and never empty.
  return Object.keys(table) as [StatusOf<Table>, ...StatusOf<Table>[]];
}
