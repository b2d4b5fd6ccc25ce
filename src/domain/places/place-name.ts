/** A place of pickup or delivery, with the parts that are known. */
export interface KnownPlace {
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
}

/** "Dallas, TX"; where the city is not known the state, or the postal code. */
export const placeName = ({ city, state, postalCode }: KnownPlace): string | null =>
  [city, state].filter(Boolean).join(', ') || postalCode;

/** Formats a lane as "Dallas, TX -> Atlanta, GA", or returns null if one end is unknown. */
export const formatLane = (origin: string | null, destination: string | null): string | null =>
  origin === null || destination === null ? null : `${origin} -> ${destination}`;
