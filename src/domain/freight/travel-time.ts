/** How a truck with one driver moves. */
export const travelPace = {
  milesPerHour: 50,
  /** A driver drives so long, then rests. */
  drivingHours: 11,
  restHours: 10,
} as const;

/** How long a truck needs at the least, rests included. */
export function travelMinutes(miles: number): number {
  const { milesPerHour, drivingHours, restHours } = travelPace;
  const hours = miles / milesPerHour;
  const rests = Math.max(0, Math.ceil(hours / drivingHours) - 1);
  return Math.ceil((hours + rests * restHours) * 60);
}
