import { WaybillError } from '../../src/errors.ts';
import { readRegistryNumber } from '../../src/domain/kit/registry-number.ts';
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
interface RegistryFacts extends Readonly<Record<string, unknown>> {
  readonly name?: string;
}

interface Registry {
  readonly facts: RegistryFacts;
  /** Undefined where the registry wasn't asked or has no such carrier. */
  readonly row: Row | undefined;
  /** What it says, or that it says nothing. */
  readonly said: readonly string[];
}

export const noRegistry: Registry = { facts: {}, row: undefined, said: [] };

/** What the public registry says of a carrier by its numbers; one that is on record here is not made again. */
export async function registryFacts(ctx: ToolContext, { mc, dot }: Numbers): Promise<Registry> {
  const digits = readRegistryNumber(mc ?? dot);
  if (digits === undefined) return noRegistry;
  const asked = mc === undefined ? { dot: digits } : { mc: digits };
  const query = mc === undefined ? `DOT ${digits}` : `MC-${digits}`;
  const wanted = { query, equipment: undefined, city: undefined, state: undefined };
  const { candidates } = await lookUpCarriers(ctx, wanted, 5);
  const row = candidates.map((one) => one.row).find((one) => one !== undefined && hasQueriedNumber(one, asked));
  if (!row)
    return { ...noRegistry, said: [`${query} is in no registry row that the API shows: what is typed stands alone.`] };
  refuseOnboarded(row);
  return {
    facts: factsOf(row),
    row,
    said: [registryLine(row, query), ...otherDot(row, mc === undefined ? undefined : dot)],
  };
}

/** Both numbers were typed, and the registry knows the carrier by another DOT number: one of them is a mistake. */
function otherDot(row: Row, dot: string | undefined): readonly string[] {
  const typed = readRegistryNumber(dot);
  if (typed === undefined || row.dotNumber === null || hasQueriedNumber(row, { dot: typed })) return [];
  return [
    `The registry has DOT ${recordText(row.dotNumber, 'list')} for it, not the DOT ${typed} that is typed: compare.`,
  ];
}

function refuseOnboarded({ carrierProfileId, friendlyId, name }: Row): void {
  if (carrierProfileId === null) return;
  const number = friendlyId ?? 'a carrier';
  throw withNextActions(
    new WaybillError(
      'CONFLICT',
      `${recordText(name, 'list')} is on record already as ${number}: name it as carrier to change it.`,
    ),
    [{ tool: 'get_carrier', arguments: { carrier: number }, why: 'shows it with its verdict' }],
  );
}

function factsOf({ name, mcNumber, dotNumber, goldenCarrierId, powerUnits, equipments }: Row): RegistryFacts {
  return {
    name,
    goldenCarrierId,
    ...(mcNumber !== null && { mcNumber }),
    ...(dotNumber !== null && { dotNumber }),
    ...(powerUnits !== null && { powerUnits }),
    ...(equipments.length > 0 && { equipments }),
  };
}

function registryLine(
  { name, fmcsaStatus, monthsActiveAuthority, powerUnits, safetyRating, city }: Row,
  query: string,
) {
  const parts = [
    fmcsaStatus === null ? 'authority unknown' : `authority ${fmcsaStatus}`,
    monthsActiveAuthority === null ? undefined : `for ${monthsActiveAuthority} months`,
    powerUnits === null ? undefined : `${powerUnits} power units`,
    `rating ${safetyRating === null ? 'none' : recordText(safetyRating, 'list')}`,
    city === null ? undefined : recordText(city, 'list'),
  ];
  return `Registry by ${query}: ${recordText(name, 'list')}, ${parts.filter(Boolean).join(', ')}`;
}
