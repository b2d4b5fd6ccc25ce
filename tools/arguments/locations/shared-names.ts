import type { City } from '../../../src/domain/places/cities.ts';
import { listSharedMeanings } from '../../../src/domain/places/trade-names.ts';
import { createFieldError, type WaybillError } from '../../../src/errors.ts';
import { recordText } from '../../../src/mcp/text/text.ts';

const choicesShown = 5;

/** Lists the cities that a person can choose from: `"Springfield, MO" or "Springfield, MA"`. */
export const listChoices = (candidates: readonly City[]): string =>
  candidates
    .slice(0, choicesShown)
    .map(({ name, state }) => `"${name}, ${state}"`)
    .join(' or ')
    .concat(candidates.length > choicesShown ? ' or another one' : '');

/** Refuses a short name that stands for several places, such as "LA". */
export function refuseSharedName(field: string, text: string): void {
  const meanings = listSharedMeanings(text);
  if (meanings.length > 0)
    throw buildUnclearPlaceError(field, text, `can mean ${meanings.join(' or ')}; write which one`);
}

export const buildUnclearPlaceError = (field: string, text: string, problem: string): WaybillError =>
  createFieldError('BAD_REQUEST', field, `${recordText(text, 'list')} ${problem}`);
