/** Areas around the ends of a lane, smallest first. */
export const laneLevels = ['city', 'market', 'state'] as const;
export type LaneLevel = (typeof laneLevels)[number];

/** Fewer loads say too little: the next level is asked. */
export const laneLoadsMin = 5;

/** The days that a lane's history covers unless others are asked for, and those that stand beside the rest. */
export const laneDays = 90;
export const laneRecentDays = 30;
