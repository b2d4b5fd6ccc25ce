import { recordText } from '../../src/mcp/text/text.ts';
import { cityAndState, cityBeforeState, isSamePlaceName, stateCodeOf } from '../arguments/states.ts';

interface Placed {
  readonly address?: { readonly city: string; readonly state: string | null } | undefined;
  readonly city: { readonly name: string; readonly stateProvince: string } | null;
}

/** Where freight goes from or to, as people say it in a question. */
export interface Area {
  readonly state: string | undefined;
  readonly words: string;
  holds(stop: Placed | undefined): boolean;
}

/** "TX", "Texas", "Dallas, TX" or "Dallas": a state, or a city with or without its state. "Ontario" is either. */
export function areaOf(text: string): Area {
  const named = cityAndState(text) ?? cityBeforeState(text);
  const state = named?.state ?? stateCodeOf(text);
  const city = named?.city ?? (state === undefined ? text : undefined);
  return {
    state,
    words: recordText(text, 'list'),
    holds(stop) {
      const at = stop && siteOf(stop);
      if (!at) return false;
      if (named === undefined && isSamePlaceName(at.city, text)) return true;
      return (city === undefined || isSamePlaceName(at.city, city)) && (state === undefined || at.state === state);
    },
  };
}

const siteOf = ({ address, city }: Placed) => address ?? (city && { city: city.name, state: city.stateProvince });
