import { type RawBuilder, sql } from 'kysely';

/** Returns the SQL for the members of a list, as one parameter however many there are. */
export const members = (values: readonly (string | number | null)[]): RawBuilder<unknown> =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;
