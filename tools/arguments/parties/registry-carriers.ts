import type { CarrierSearchRow } from '../../../src/contract/types.ts';
import { isSameText } from '../../../src/domain/text/folding.ts';
import {
  isSameRegistryNumber,
  listRegistrySpellings,
  parseRegistryNumber,
} from '../../../src/domain/identifiers/registry-number.ts';
import { type ErrorCode, WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import type { NextAction } from '../../../src/mcp/results/result.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { splitIntoChunks } from '../../records/chunks.ts';

/** A number is in few rows, and a name that is typed in full is among the best matches. */
const rowsMax = 50;
const nameMin = 3;
const carriersShown = 8;
/** An API without a search of the registry, or one that does not allow it, knows no such carrier. */
const noRegistryCodes: ReadonlySet<ErrorCode> = new Set(['NOT_IMPLEMENTED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST']);

/** Finds carriers that are in the public registry only, by exactly this MC or DOT number or all of this name. */
export async function findRegistryCarriers(ctx: ToolContext, text: string): Promise<readonly CarrierSearchRow[]> {
  const number = parseRegistryNumber(text);
  if (number === undefined && text.trim().length < nameMin) return [];
  const searches =
    number === undefined
      ? [{ name: { operator: 'INCLUDES' as const, values: [text.trim()] } }]
      : [
          ...(number.kind === 'dot'
            ? []
            : [{ mcNumber: buildChoiceCriterion(listRegistrySpellings('mc', number.digits)) }]),
          ...(number.kind === 'mc'
            ? []
            : [{ dotNumber: buildChoiceCriterion(listRegistrySpellings('dot', number.digits)) }]),
        ];
  const pages = await Promise.all(searches.map((criteria) => searchOrNone(ctx, criteria)));
  const rows = pages
    .flat()
    .filter(
      (row) =>
        row.carrierProfileId === null &&
        (number === undefined
          ? isSameText(row.name, text.trim())
          : isSameRegistryNumber(row.mcNumber, number.digits) || isSameRegistryNumber(row.dotNumber, number.digits)),
    );
  return [...new Map(rows.map((row) => [`${row.dotNumber} ${row.mcNumber} ${row.name}`, row])).values()];
}

/** Ids that fit into one search. */
const idsMax = 250;

/** Entry of a carrier in the public registry. */
export type RegistryListing = Pick<
  CarrierSearchRow,
  'legalName' | 'fmcsaStatus' | 'monthsActiveAuthority' | 'safetyRating'
>;

/** Finds what the registry lists of onboarded carriers, by their ids; nothing where the API has neither its entries nor a search. */
export async function findRegistryListings(
  ctx: ToolContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RegistryListing>> {
  const pages = await Promise.all(splitIntoChunks(ids, idsMax).map((part) => readListings(ctx, part)));
  return new Map(pages.flat());
}

type ListingById = readonly [id: string, listing: RegistryListing];

async function readListings(ctx: ToolContext, carrierIds: readonly string[]): Promise<readonly ListingById[]> {
  try {
    const { data } = await ctx.api.carriers.registryEntries({ carrierIds: [...carrierIds] });
    return data.map(({ carrierId, ...listing }) => [carrierId, listing]);
  } catch (error) {
    if (!(error instanceof WaybillError) || !noRegistryCodes.has(error.code)) throw error;
    // A search repeats the registry too, besides sums over every load of each carrier.
    const rows = await searchOrNone(ctx, { carrierProfileId: buildChoiceCriterion(carrierIds) }, idsMax);
    return rows.flatMap((row) => (row.carrierProfileId === null ? [] : [[row.carrierProfileId, row]]));
  }
}

const buildChoiceCriterion = (values: readonly string[]) => ({ operator: 'ONE_OF' as const, values: [...values] });

async function searchOrNone(
  ctx: ToolContext,
  criteria: object,
  pageSize = rowsMax,
): Promise<readonly CarrierSearchRow[]> {
  try {
    const { data } = await ctx.api.carriers.search({ criteria, pagination: { pageNumber: 1, pageSize } });
    return data.flatMap((row) => (row.object === 'CARRIER_SEARCH_ROW' ? [row] : []));
  } catch (error) {
    // That no carrier on file matches is true all the same.
    if (error instanceof WaybillError && noRegistryCodes.has(error.code)) return [];
    throw error;
  }
}

/** Formats what tells a registry carrier from others of its name. */
export const formatRegistryCarrier = ({ name, mcNumber, dotNumber, city }: CarrierSearchRow): string =>
  recordText([name, mcNumber, dotNumber && `DOT ${dotNumber}`, city].filter(Boolean).join(', '), 'list');

/** Suggests setting up a registry carrier, by the number that is sure. */
export function suggestSetUp({ mcNumber, dotNumber, name }: CarrierSearchRow): NextAction {
  const carrier = isCode(mcNumber) ? { mc: mcNumber } : isCode(dotNumber) ? { dot: dotNumber } : { name };
  return { tool: 'set_up_carrier', arguments: carrier, why: 'sets it up, pending until it is vetted' };
}

const isCode = (value: string | null): value is string => value !== null && /^[\w-]{1,20}$/.test(value);

/** Says that the carriers are in the public registry and not set up here; the same words in every tool. */
export function describeNotSetUp(text: string, rows: readonly CarrierSearchRow[]): string {
  const [row, ...otherRows] = rows;
  if (row && otherRows.length === 0)
    return `${formatRegistryCarrier(row)} is in the public registry, but not set up here: set it up first`;
  const list = rows.slice(0, carriersShown).map(formatRegistryCarrier).join('; ');
  const more = rows.length > carriersShown ? ` and ${rows.length - carriersShown} more` : '';
  return `${recordText(text.trim(), 'list')} matches ${rows.length} carriers of the public registry, none of them set up here: ${list}${more}. Name one by its DOT number`;
}

/** Builds the refusal of a carrier that only the public registry knows; undefined where it knows none either. */
export async function explainRegistryCarrier(ctx: ToolContext, text: string): Promise<WaybillError | undefined> {
  const rows = await findRegistryCarriers(ctx, text);
  const [row, ...otherRows] = rows;
  if (row === undefined) return undefined;
  const error = new WaybillError('NOT_FOUND', `${describeNotSetUp(text, rows)}.`, {
    details: [{ field: 'carrier', message: 'is not set up here' }],
  });
  return otherRows.length === 0 ? withNextActions(error, [suggestSetUp(row)]) : error;
}
