/** What the desk agrees on unless a policy says otherwise. */
export const deskTerms = {
  /** A truck may stand so long at a dock before detention is owed. */
  freeTimeMinutes: 120,
  milesPerHour: 50,
  /** A driver drives so long, then rests. */
  drivingHours: 11,
  restHours: 10,
} as const;

/** How long a truck needs at the least, rests included. */
export function travelMinutes(miles: number): number {
  const { milesPerHour, drivingHours, restHours } = deskTerms;
  const hours = miles / milesPerHour;
  const rests = Math.max(0, Math.ceil(hours / drivingHours) - 1);
  return Math.ceil((hours + rests * restHours) * 60);
}
