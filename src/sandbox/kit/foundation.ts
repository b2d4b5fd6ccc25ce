import { day, dayOf, hour, startOf } from './clock.ts';
import { idsFrom, type NewId } from './ids.ts';
import { type Random, randomOf } from './random.ts';
import { type Rows, rowsFor } from './rows.ts';

/** What every part of the world is made with. */
export interface Foundation {
  readonly random: Random;
  readonly newId: NewId;
  readonly rows: Rows;
  readonly organizationId: string;
  /** Epoch milliseconds: the present when the brokerage was made. Ages and planted problems count from it. */
  readonly madeAt: number;
  /** Its civil date, as days since 1970. */
  readonly today: number;
  readonly foundedAt: number;
  /** Before any freight moves; every customer is known by then. */
  readonly opensAt: number;
}

/** The organization is older than the freight that is on record. */
const headStartDays = 1_200;
/** Planted problems reach back half a year, however short the ordinary past is. */
const pastDaysMin = 180;

interface Founding extends Pick<Foundation, 'madeAt'> {
  readonly seed: string;
  readonly pastDays: number;
  readonly organizationId: string | undefined;
}

export function foundationOf({ seed, madeAt, pastDays, organizationId: known }: Founding): Foundation {
  const random = randomOf(seed);
  const newId = idsFrom(random.fork('ids'));
  const today = dayOf(madeAt);
  const opensAt = startOf(today - Math.max(pastDays, pastDaysMin));
  const foundedAt = opensAt - headStartDays * day + 15 * hour;
  // Made even where it is known, so that every other id is the same.
  const made = newId(foundedAt);
  const organizationId = known ?? made;
  return { random, newId, rows: rowsFor(organizationId, newId), organizationId, madeAt, today, foundedAt, opensAt };
}
