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

/** Lists what may be done from a status, in the table's order: nothing from one that the table doesn't have. */
export function allowedActions<Table extends Lifecycle>(
  table: Table,
  status: StatusOf<Table> | (string & {}),
): ActionOf<Table>[] {
  // Keys of a row of the table are actions of the table.
  const actions = Object.hasOwn(table, status) ? (Object.keys(table[status] ?? {}) as ActionOf<Table>[]) : [];
  return actions;
}

/** The statuses of a table, in its order, in the form an enum schema takes. */
export function statusesOf<Table extends Lifecycle>(table: Table): [StatusOf<Table>, ...StatusOf<Table>[]] {
  // Tables are written by hand and never empty.
  return Object.keys(table) as [StatusOf<Table>, ...StatusOf<Table>[]];
}
