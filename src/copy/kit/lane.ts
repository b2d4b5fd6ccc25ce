import type { laneColumns } from '../../copy-tables/kit/columns.ts';
import { formatLane, placeName } from '../../domain/places/place-name.ts';
import type { RowOfColumns } from '../../store/migrations/table.ts';

export type CopiedLane = RowOfColumns<typeof laneColumns>;

interface LanePlace {
  readonly city: string | null;
  readonly state: string | null;
  readonly postal_code: string | null;
  readonly market: string | null;
}

const nowhere: LanePlace = { city: null, state: null, postal_code: null, market: null };

export function createLane(origin: LanePlace = nowhere, destination: LanePlace = nowhere): CopiedLane {
  const [originPlace, destinationPlace] = [formatPlace(origin), formatPlace(destination)];
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
    lane: formatLane(originPlace, destinationPlace),
  };
}

const formatPlace = ({ city, state, postal_code: postalCode }: LanePlace): string | null =>
  placeName({ city, state, postalCode });
