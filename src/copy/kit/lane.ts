import { laneName, placeName } from '../../domain/places/place-name.ts';
import type { RowOfColumns } from '../../store/migrations/table.ts';

/** Where something is picked up first and dropped last, in parts and as people say it. */
export const laneColumns = {
  origin_city: 'text?',
  origin_state: 'text?',
  origin_postal_code: 'text?',
  origin_market: 'text?',
  origin_place: 'text?',
  destination_city: 'text?',
  destination_state: 'text?',
  destination_postal_code: 'text?',
  destination_market: 'text?',
  destination_place: 'text?',
  lane: 'text?',
} as const;

export type Lane = RowOfColumns<typeof laneColumns>;

interface End {
  readonly city: string | null;
  readonly state: string | null;
  readonly postal_code: string | null;
  readonly market: string | null;
}

const nowhere: End = { city: null, state: null, postal_code: null, market: null };

export function laneBetween(origin: End = nowhere, destination: End = nowhere): Lane {
  const [originPlace, destinationPlace] = [nameOf(origin), nameOf(destination)];
  return {
    origin_city: origin.city,
    origin_state: origin.state,
    origin_postal_code: origin.postal_code,
    origin_market: origin.market,
    origin_place: originPlace,
    destination_city: destination.city,
    destination_state: destination.state,
    destination_postal_code: destination.postal_code,
    destination_market: destination.market,
    destination_place: destinationPlace,
    lane: laneName(originPlace, destinationPlace),
  };
}

const nameOf = ({ city, state, postal_code: postalCode }: End): string | null => placeName({ city, state, postalCode });
