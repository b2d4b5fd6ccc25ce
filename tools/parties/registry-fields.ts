import { WaybillError } from '../../src/errors.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { readRegistryNumber } from '../../src/domain/identifiers/registry-number.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { type RegistryRow as Row, lookUpCarriers } from '../carriers/carrier-lookup.ts';
import { hasQueriedNumber } from '../carriers/carrier-search-request.ts';

interface Numbers {
  readonly mc?: string | undefined;
  readonly dot?: string | undefined;
}

/** Fields of a new carrier. */
interface RegistryFields extends Readonly<Record<string, unknown>> {
  readonly name?: string;
}

export interface Registry {
  readonly fields: RegistryFields;
  /** Undefined if the registry wasn't asked or has no such carrier. */
  readonly row: Row | undefined;
  /** Sentences about the registry's data, or that it has none. */
  readonly sentences: readonly string[];
  /** Warnings for the person who approves. */
  readonly hits: readonly string[];
}

export const noRegistry: Registry = { fields: {}, row: undefined, sentences: [], hits: [] };

/** Reads the public registry's data about a carrier by its numbers. A carrier that is already on record is refused. */
export async function readRegistry(ctx: ToolContext, { mc, dot }: Numbers): Promise<Registry> {
  const digits = readRegistryNumber(mc ?? dot);
  if (digits === undefined) return noRegistry;
  const number = mc === undefined ? { dot: digits } : { mc: digits };
  const query = mc === undefined ? `DOT ${digits}` : `MC-${digits}`;
  const criteria = { query, equipment: undefined, city: undefined, state: undefined };
  const { candidates } = await lookUpCarriers(ctx, criteria, 5);
  const row = candidates
    .map(({ row: registryRow }) => registryRow)
    .find((candidate) => candidate !== undefined && hasQueriedNumber(candidate, number));
  if (!row)
    return {
      ...noRegistry,
      hits: [`The public registry shows no ${query}: everything about the carrier is as it was typed.`],
    };
  refuseOnboarded(row);
  return {
    fields: toRegistryFields(row),
    row,
    hits: [],
    sentences: [formatRegistry(row, query), ...describeOtherDot(row, mc === undefined ? undefined : dot)],
  };
}

/** Describes a mistake in one of two typed numbers: the registry has another DOT number for the carrier. */
function describeOtherDot(row: Row, dot: string | undefined): readonly string[] {
  const typed = readRegistryNumber(dot);
  if (typed === undefined || row.dotNumber === null || hasQueriedNumber(row, { dot: typed })) return [];
  return [
    `The registry has DOT ${recordText(row.dotNumber, 'list')} for it, not DOT ${typed}: check which one is right.`,
  ];
}

function refuseOnboarded({ carrierProfileId, friendlyId, name }: Row): void {
  if (carrierProfileId === null) return;
  const number = friendlyId ?? 'a carrier';
  throw withNextActions(
    new WaybillError(
      'CONFLICT',
      `${recordText(name, 'list')} is on file already as ${number}: name it as carrier to change it.`,
    ),
    [{ tool: 'get_carrier', arguments: { carrier: number }, why: 'shows it with its verdict' }],
  );
}

function toRegistryFields({ name, mcNumber, dotNumber, goldenCarrierId, powerUnits, equipments }: Row): RegistryFields {
  return {
    name,
    goldenCarrierId,
    ...(mcNumber !== null && { mcNumber }),
    ...(dotNumber !== null && { dotNumber }),
    ...(powerUnits !== null && { powerUnits }),
    ...(equipments.length > 0 && { equipments }),
  };
}

/** Formats an authority in words. Anything but a code or a word is marked as record text. */
const formatAuthority = (authority: string): string =>
  /^[A-Za-z_]{1,40}$/.test(authority) ? formatCode(authority) : recordText(authority, 'list');

function formatRegistry(
  { name, fmcsaStatus, monthsActiveAuthority, powerUnits, safetyRating, city }: Row,
  query: string,
) {
  const parts = [
    fmcsaStatus === null ? 'authority unknown' : `authority ${formatAuthority(fmcsaStatus)}`,
    monthsActiveAuthority === null ? undefined : `for ${monthsActiveAuthority} months`,
    powerUnits === null ? undefined : `${powerUnits} power units`,
    `rating ${safetyRating === null ? 'none' : recordText(safetyRating, 'list')}`,
    city === null ? undefined : recordText(city, 'list'),
  ];
  return `Registry by ${query}: ${recordText(name, 'list')}, ${parts.filter(Boolean).join(', ')}`;
}
