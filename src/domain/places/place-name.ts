/** Where something is picked up or dropped, as far as it is known. */
export interface KnownPlace {
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
}

/** "Dallas, TX"; where the city is not known the state, or the postal code. */
export const placeName = ({ city, state, postalCode }: KnownPlace): string | null =>
  [city, state].filter(Boolean).join(', ') || postalCode;

/** "Dallas, TX -> Atlanta, GA"; null where one of the two is not known. */
export const laneName = (origin: string | null, destination: string | null): string | null =>
  origin === null || destination === null ? null : `${origin} -> ${destination}`;
