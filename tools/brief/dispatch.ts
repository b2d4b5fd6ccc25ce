import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { formatDuration } from '../stops/stop-text.ts';
import { getSeverity, type WatchKind } from '../../src/domain/shipments/watched-freight.ts';
import { findTroubled, getWatchLimits, type TroubledShipment } from '../shipments/shipment-troubles.ts';
import {
  anyException,
  type RequestedException,
  describeDefinition,
  formatException,
} from '../shipments/shipment-watch.ts';
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

/** Builds the brief for dispatch: problems on the road and before pickup. */
export async function buildDispatchBrief(ctx: ToolContext): Promise<RoleBrief> {
  const troubledShipments = await findTroubles(ctx, anyException);
  const sections = kinds.map((kind) => buildTroubleSection(troubledShipments, kind, titles[kind]));
  const foundKinds = kinds.filter((_, index) => sections[index]?.items.length !== 0);
  return {
    sections,
    // What nothing was found of needs no definition.
    definitions: (foundKinds.length === 0 ? kinds : foundKinds)
      .map((kind) => describeDefinition(kind, getWatchLimits(ctx)))
      .join('; '),
  };
}

/** Finds the shipments with an exception of that kind. */
export async function findTroubles(ctx: ToolContext, kind: RequestedException): Promise<readonly TroubledShipment[]> {
  return findTroubled(await ctx.records(), { kind, limits: getWatchLimits(ctx) });
}

/** Builds the section of one kind of exception, the longest first. */
export function buildTroubleSection(rows: readonly TroubledShipment[], kind: WatchKind, title: string): BriefSection {
  const troubles = rows
    .flatMap(({ exceptions, shipment }) =>
      exceptions.filter((candidate) => candidate.kind === kind).map((exception) => ({ shipment, exception })),
    )
    .toSorted((first, second) => getSeverity(second.exception) - getSeverity(first.exception));
  const items = troubles.map(({ shipment, exception }): BriefItem => ({
    key: shipment.friendlyId,
    record: shipment.friendlyId,
    name: shipment.customerName,
    what: formatException(exception),
  }));
  const minutes = troubles.map(({ exception }) => exception.minutes ?? Number.MIN_SAFE_INTEGER);
  return { key: kind, title, items, sum: summarizeTroubles(kind, minutes), next: suggestAction(kind, items) };
}

const soonHours = 24;

/** Summarizes a section: how many uncovered shipments pick up soon, or the worst delay. */
function summarizeTroubles(kind: WatchKind, minutes: readonly number[]): string | undefined {
  const [worst = 0] = minutes;
  if (kind === 'uncovered' && minutes.length > 0)
    return `${minutes.filter((minutesLate) => minutesLate >= -60 * soonHours).length} within ${soonHours} h`;
  return worst > 0 ? `worst ${formatDuration(worst)}` : undefined;
}

function suggestAction(kind: WatchKind, [first]: readonly BriefItem[]): NextAction | undefined {
  if (first === undefined) return undefined;
  if (kind === 'uncovered')
    return { tool: 'cover_load', arguments: { load: first.record }, why: 'ranks carriers for the first uncovered one' };
  return { tool: 'list_shipments', arguments: { exception: kind }, why: 'all of them, with whom to call' };
}
