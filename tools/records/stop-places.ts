import { type StopPlace, formatPlace } from '../../src/domain/places/stop-place.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { recordText } from '../../src/mcp/text/text.ts';

interface Stopped extends StopPlace {
  readonly type: string;
  readonly sequence: number;
  readonly location?: { readonly name: string } | null;
}

/** Formats a stop with its place in the route: "stop 2, delivery Acme Dock, Dallas, TX". */
export const stopTitle = (stop: Stopped): string =>
  `stop ${stop.sequence}, ${formatCode(stop.type)} ${formatSite(stop)}`;

/** Formats a stop in a sentence, with its place as quoted record text: "stop 2, delivery «Dallas, TX»". */
export const describeStopTitle = (stop: Stopped): string =>
  `stop ${stop.sequence}, ${formatCode(stop.type)} ${recordText(formatSite(stop), 'list')}`;

/** Formats the place of a stop with the name of its location, which may contain the city: "Acme Dock, Dallas, TX". */
export function formatSite(stop: Omit<Stopped, 'type' | 'sequence'>): string {
  const place = formatPlace(stop);
  const name = stop.location?.name;
  if (!name) return place;
  const city = stop.address?.city ?? stop.city?.name;
  return city !== undefined && name.endsWith(`, ${city}`) ? `${name}${place.slice(city.length)}` : `${name}, ${place}`;
}
