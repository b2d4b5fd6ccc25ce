import type { Approval } from '../tool/context.ts';
import { addLimits } from './approved-money.ts';
import { addOverlaps } from './overlaps.ts';

/** Adds to an approval what the desk knows of it now: the use of limits, and other plans about its records. */
export async function addDeskFacts(desk: Parameters<typeof addLimits>[0], approval: Approval): Promise<Approval> {
  const [compared = approval] = await addOverlaps(desk, [approval]);
  return addLimits(desk, compared);
}
