import type { Tx } from './tables.ts';

/** Each collection and each process notices the same fault by itself. */
const sameFaultMs = 10 * 60_000;

/** Returns whether this is to be logged: nobody has logged the same in the last minutes. */
export async function logOnce(tx: Tx, name: string): Promise<boolean> {
  const now = Date.now();
  const row = await tx.selectFrom('logged_notice').select('at').where('name', '=', name).executeTakeFirst();
  if (row !== undefined && Math.abs(now - row.at) < sameFaultMs) return false;
  await tx.replaceInto('logged_notice').values({ name, at: now }).execute();
  return true;
}
