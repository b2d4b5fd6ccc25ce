import { type RawBuilder, sql } from 'kysely';

/** Members of a list as a query reads them: one parameter, however many there are. */
export const members = (values: readonly (string | number | null)[]): RawBuilder<unknown> =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;
