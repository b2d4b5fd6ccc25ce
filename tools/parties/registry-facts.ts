import { WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { lookUpCarriers } from '../carriers/carrier-lookup.ts';

interface Numbers {
  readonly mc?: string | undefined;
  readonly dot?: string | undefined;
}

type Row = NonNullable<Awaited<ReturnType<typeof lookUpCarriers>>['candidates'][number]['row']>;

/** Fields of a new carrier. */
interface RegistryFacts extends Readonly<Record<string, unknown>> {
  readonly name?: string;
}

interface Registry {
  readonly facts: RegistryFacts;
  /** What it says, or that it says nothing. */
  readonly said: readonly string[];
}

export const noRegistry: Registry = { facts: {}, said: [] };

const digitsOf = (text: string) => /\d{4,8}/.exec(text)?.[0];

/** What the public registry says of a carrier by its numbers; one that is on record here is not made again. */
export async function registryFacts(ctx: ToolContext, { mc, dot }: Numbers): Promise<Registry> {
  const digits = digitsOf(mc ?? dot ?? '');
  if (digits === undefined) return noRegistry;
  const query = mc === undefined ? `DOT ${digits}` : `MC-${digits}`;
  const wanted = { query, equipment: undefined, city: undefined, state: undefined };
  const { candidates } = await lookUpCarriers(ctx, wanted, 5);
  const row = candidates.map((one) => one.row).find((one) => one !== undefined && hasNumber(one, digits));
  if (!row)
    return { facts: {}, said: [`${query} is in no registry row that the API shows: what is typed stands alone.`] };
  refuseOnboarded(row);
  return { facts: factsOf(row), said: [registryLine(row, query)] };
}

const hasNumber = ({ mcNumber, dotNumber }: Row, digits: string) =>
  [mcNumber, dotNumber].some((number) => number !== null && digitsOf(number) === digits);

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
