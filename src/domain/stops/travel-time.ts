/** Pace of a truck with one driver. */
export const travelPace = {
  milesPerHour: 50,
  /** Hours of driving before a rest. */
  drivingHours: 11,
  restHours: 10,
} as const;

/** Computes the least travel time, rests included. */
export function computeTravelMinutes(miles: number): number {
  const { milesPerHour, drivingHours, restHours } = travelPace;
  const hours = miles / milesPerHour;
  const rests = Math.max(0, Math.ceil(hours / drivingHours) - 1);
  return Math.ceil((hours + rests * restHours) * 60);
}
