export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const earthMiles = 3958.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Miles as the crow flies; roads are longer. */
export function milesBetween(one: Point, other: Point): number {
  const [latitude, otherLatitude] = [radians(one.latitude), radians(other.latitude)];
  const north = Math.sin((otherLatitude - latitude) / 2) ** 2;
  const east = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const half = north + Math.cos(latitude) * Math.cos(otherLatitude) * east;
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(half)));
}
