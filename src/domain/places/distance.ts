export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const earthMiles = 3958.8;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Computes the miles as the crow flies; roads are longer. */
export function computeMiles(from: Point, to: Point): number {
  const [latitude, otherLatitude] = [toRadians(from.latitude), toRadians(to.latitude)];
  const north = Math.sin((otherLatitude - latitude) / 2) ** 2;
  const east = Math.sin(toRadians(to.longitude - from.longitude) / 2) ** 2;
  const half = north + Math.cos(latitude) * Math.cos(otherLatitude) * east;
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(half)));
}
