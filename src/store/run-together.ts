/**
 * Runs queries that don't depend on each other. PostgreSQL runs them concurrently, or one by one within a transaction.
 * If one fails, the others are still awaited, so that none runs after the transaction was rolled back and its
 * connection serves another caller.
 */
export async function runTogether<Queries extends readonly unknown[] | []>(
  queries: Queries,
): Promise<{ -readonly [Place in keyof Queries]: Awaited<Queries[Place]> }> {
  await Promise.allSettled(queries);
  return Promise.all(queries);
}
