import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { durationText } from '../shipments/stop-text.ts';
import { getSeverity, type WatchKind } from '../../src/domain/shipments/watched-freight.ts';
import { findTroubled, limitsOf, type WatchedShipment } from '../shipments/shipment-troubles.ts';
import { anyException, type AskedException, definitionOf, exceptionText } from '../shipments/shipment-watch.ts';
import type { BriefItem, BriefSection, RoleBrief } from './section.ts';

const kinds = ['late', 'at_risk', 'uncovered', 'dwelling', 'not_dispatched', 'no_appointment'] as const;

const titles: Readonly<Record<(typeof kinds)[number], string>> = {
  late: 'Late',
  at_risk: 'At risk',
  uncovered: 'Uncovered',
  dwelling: 'Dwelling',
  not_dispatched: 'Not dispatched',
  no_appointment: 'No appointment',
};

export const dispatchOperations = [
  'shipments.filter',
  'orders.filter',
  'locations.filter',
  'loads.filter',
  'bills.filter',
  'carriers.filter',
  'documents.filter',
  'customers.filter',
] as const;

/** What is wrong on the road and before it. */
export async function dispatchBrief(ctx: ToolContext): Promise<RoleBrief> {
  const found = await troubles(ctx, anyException);
  const sections = kinds.map((kind) => troubleSection(found, kind, titles[kind]));
  const meant = kinds.filter((_, index) => sections[index]?.items.length !== 0);
  return {
    sections,
    // What nothing was found of needs no definition.
    definitions: (meant.length === 0 ? kinds : meant).map((kind) => definitionOf(kind, limitsOf(ctx))).join('; '),
  };
}

/** Shipments with an exception of that kind. */
export async function troubles(ctx: ToolContext, kind: AskedException): Promise<readonly WatchedShipment[]> {
  return findTroubled(await ctx.records(), { kind, limits: limitsOf(ctx) });
}

/** The longest first. */
export function troubleSection(rows: readonly WatchedShipment[], kind: WatchKind, title: string): BriefSection {
  const found = rows
    .flatMap(({ exceptions, shipment }) =>
      exceptions.filter((one) => one.kind === kind).map((exception) => ({ shipment, exception })),
    )
    .toSorted((one, other) => getSeverity(other.exception) - getSeverity(one.exception));
  const items = found.map(({ shipment, exception }): BriefItem => ({
    key: shipment.friendlyId,
    record: shipment.friendlyId,
    name: shipment.customerName,
    what: exceptionText(exception),
  }));
  const minutes = found.map(({ exception }) => exception.minutes ?? Number.MIN_SAFE_INTEGER);
  return { key: kind, title, items, sum: sumOf(kind, minutes), next: nextFor(kind, items) };
}

const soonHours = 24;

/** What picks up soon cannot wait; of the rest, the worst. */
function sumOf(kind: WatchKind, minutes: readonly number[]): string | undefined {
  const [worst = 0] = minutes;
  if (kind === 'uncovered' && minutes.length > 0)
    return `${minutes.filter((one) => one >= -60 * soonHours).length} within ${soonHours} h`;
  return worst > 0 ? `worst ${durationText(worst)}` : undefined;
}

function nextFor(kind: WatchKind, [first]: readonly BriefItem[]): NextAction | undefined {
  if (first === undefined) return undefined;
  if (kind === 'uncovered')
    return { tool: 'cover_load', arguments: { load: first.record }, why: 'ranks carriers for the first uncovered one' };
  return { tool: 'list_shipments', arguments: { exception: kind }, why: 'all of them, with whom to call' };
}
