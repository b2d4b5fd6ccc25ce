import * as z from 'zod';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { resolveEquipment } from '../arguments/equipment-words.ts';
import { customerFinder } from '../arguments/finders/finders.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import type { InterpretedArgument } from '../arguments/stop-request.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { MeasureText, parsePounds } from '../arguments/measure-input.ts';
import { parseReference } from './order-references.ts';
import { resolveStops, routeArguments } from './quote-stops.ts';

/** Arguments that describe the freight to move, in people's words. */
export const orderArguments = {
  ...routeArguments,
  equipment: z.string().max(80).optional(),
  weight: MeasureText.optional().describe('lb'),
  commodity: z.string().max(500).optional(),
  references: z.array(z.string().min(1).max(300)).max(20).optional().describe('"PO 4471"'),
} as const;

type OrderRequest = {
  readonly [Name in keyof typeof orderArguments]?: z.output<(typeof orderArguments)[Name]> | undefined;
};

/** Reads the order of a customer as the API takes it, and what each word was resolved to. */
export async function readOrder(ctx: ToolContext, typedCustomer: string, input: OrderRequest) {
  const customerLookup = resolve(ctx, customerFinder, typedCustomer);
  const { customer, route, truck, freight, references } = await readTogether({
    customer: () => customerLookup,
    route: () => resolveStops(ctx, async () => (await customerLookup).record, input),
    truck: () => (input.equipment === undefined ? undefined : resolveEquipment(ctx, input.equipment)),
    freight: () => buildFreight(input),
    references: () => input.references?.map((text) => parseReference(text, 'references')),
  });
  const { name, friendlyId, status } = customer.record;
  const understood: readonly InterpretedArgument[] = [
    { argument: 'customer', query: customer.resolved.query, as: `${name} (${friendlyId}, by ${customer.resolved.as})` },
    ...route.understood,
    ...(truck ? [{ argument: 'equipment', ...truck.resolved }] : []),
  ];
  const equipment = truck && { equipment: [{ id: truck.record.id }] };
  return {
    customer: customer.record,
    order: {
      mode: 'TL' as const,
      stops: route.stops,
      ...(freight && { freight }),
      ...equipment,
      ...(references && { references }),
    },
    /** Equipment of the load that moves the freight. */
    equipment,
    /** Names for the ids of catalogs. */
    words: new Map(truck ? [[truck.record.id, truck.record.name]] : []),
    places: route.places,
    caution: status === 'ACTIVE' ? [] : [`Caution: this customer is ${formatCode(status)}.`],
    taken: understood.map(formatInterpretation),
  };
}

/** Formats the name of an argument; stops count from 1, as people number them. */
const formatArgument = (argument: string): string =>
  argument.replace(/^stops\.(\d+)/, (_match, index: string) => `stop ${Number(index) + 1}`);

const formatInterpretation = ({ argument, query, as }: InterpretedArgument) =>
  `${formatArgument(argument)}: ${recordText(as, 'list')} (from ${recordText(query, 'list')})`;

function buildFreight({ weight, commodity }: OrderRequest) {
  if (weight === undefined && commodity === undefined) return undefined;
  return {
    ...(weight !== undefined && { weight: parsePounds(weight, 'weight') }),
    ...(commodity !== undefined && { commodityDescription: commodity }),
  };
}
