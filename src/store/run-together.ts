/**
 * Results of queries that do not wait for each other: PostgreSQL runs them at once, and within a transaction one by
 * one. When one fails the others are still waited for: none may come after the transaction was rolled back and its
 * connection serves another caller.
 */
export async function runTogether<Queries extends readonly unknown[] | []>(
  queries: Queries,
): Promise<{ -readonly [Place in keyof Queries]: Awaited<Queries[Place]> }> {
  await Promise.allSettled(queries);
  return Promise.all(queries);
}
