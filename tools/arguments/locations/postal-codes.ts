import { findCityByZip, findCityInZipArea } from '../../../src/domain/places/place-table.ts';
import { findPostalState } from '../../../src/domain/places/postal-state.ts';
import { createFieldError, type WaybillError } from '../../../src/errors.ts';
import { recordText } from '../../../src/mcp/text/text.ts';

/** A postal code as people write it. */
export interface PostalCode {
  /** `area`: the first three characters; `short`: a ZIP code that lost its leading zero. */
  readonly kind: 'whole' | 'area' | 'short';
  readonly country: 'US' | 'CA';
  /** In capitals, a Canadian one with its space. */
  readonly code: string;
}

const label = String.raw`(?:(?:zip|postal)(?:[ -]?codes?)?[ :#]{0,3})?`;
const zip = new RegExp(`^${label}(\\d{5})(?:-(\\d{4}))?$`, 'i');
const zipArea = new RegExp(`^(?:${label}(\\d{3})(?:xx|\\*\\*?)?|(\\d{3})\\s?zips?)$`, 'i');
const shortZip = new RegExp(`^${label}(\\d{4})$`, 'i');
const canadian = new RegExp(`^${label}([A-Z]\\d[A-Z])[ -]?(\\d[A-Z]\\d)?$`, 'i');

/** Reads "75201", "ZIP 752", "2134", "m5v2t6" and "M5V"; undefined for a text that is no postal code. */
export function parsePostalCode(text: string): PostalCode | undefined {
  const typed = text.trim();
  const [, whole, extension] = zip.exec(typed) ?? [];
  if (whole !== undefined)
    return { kind: 'whole', country: 'US', code: extension === undefined ? whole : `${whole}-${extension}` };
  const [, first, second] = canadian.exec(typed) ?? [];
  if (first !== undefined) {
    const area = first.toUpperCase();
    if (second === undefined) return { kind: 'area', country: 'CA', code: area };
    return { kind: 'whole', country: 'CA', code: `${area} ${second.toUpperCase()}` };
  }
  const [, area, areaBefore] = zipArea.exec(typed) ?? [];
  const prefix = area ?? areaBefore;
  if (prefix !== undefined) return { kind: 'area', country: 'US', code: prefix };
  const short = shortZip.exec(typed)?.[1];
  return short === undefined ? undefined : { kind: 'short', country: 'US', code: short };
}

/** Builds the refusal of a postal code that is unknown, or that is not complete where a complete one is needed. */
export function buildPostalCodeError(field: string, { kind, country, code }: PostalCode): WaybillError {
  const quotedCode = recordText(code, 'list');
  if (kind === 'short') {
    const city = findCityByZip(`0${code}`);
    const question = city ? `; write 0${code} for ${city.name}, ${city.state}` : '';
    return createFieldError(
      'BAD_REQUEST',
      field,
      `${quotedCode} is not a postal code: a ZIP code has five digits${question}`,
    );
  }
  if (kind === 'whole') return createFieldError('BAD_REQUEST', field, `${quotedCode} is an unknown postal code`);
  const city = country === 'US' ? findCityInZipArea(code) : undefined;
  const state = findPostalState(country === 'US' ? `${code}01` : `${code} 1A1`)?.state;
  if (state === undefined)
    return createFieldError('BAD_REQUEST', field, `${quotedCode} is an unknown postal code area`);
  const place = city ? `around ${city.name}, ${city.state}` : `in ${state}`;
  return createFieldError(
    'BAD_REQUEST',
    field,
    `postal code area ${quotedCode} is an area ${place}; write the whole postal code or a city`,
  );
}
