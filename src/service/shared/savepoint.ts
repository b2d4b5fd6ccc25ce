import { sql } from 'kysely';
import { isRefusal } from '../../store/store-error.ts';
import type { ServiceContext } from './context.ts';

/**
 * Runs a part of a request in a savepoint, so that a refusal undoes only that part. Any other failure ends the whole
 * transaction.
 */
export async function runInSavepoint<Result>(
  ctx: Pick<ServiceContext, 'db' | 'events'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const eventsBefore = ctx.events.length;
  await sql`savepoint part`.execute(ctx.db);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(ctx.db);
    return result;
  } catch (error) {
    if (isRefusal(error)) {
      await sql`rollback to savepoint part`.execute(ctx.db);
      ctx.events.length = eventsBefore;
      await sql`release savepoint part`.execute(ctx.db);
    }
    throw error;
  }
}
