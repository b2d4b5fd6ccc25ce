import { referenceFields, type ReferenceField } from '../../../domain/freight/freight-codes.ts';
import { parseFriendlyId } from '../../../domain/identifiers/friendly-id.ts';
import { normalizeSearchText } from '../../../domain/identifiers/references.ts';
import type { Row } from '../../../store/schema.ts';
import { findRecords } from '../../../store/records.ts';
import { sql } from 'kysely';
import type { ServiceContext } from '../../shared/context.ts';
import type { TrackRequest, TrackResult } from '../../../contract/types.ts';

type TrackInput = TrackRequest;

/** One match of a search with a shipment; `field` is null when its friendly id was meant. */
interface TrackMatch {
  readonly shipmentId: string;
  readonly value: string;
  readonly field: ReferenceField | null;
}

interface TrackSearch {
  readonly query: string;
  /** Query in the form in which references are looked up. */
  readonly text: string;
  /** The shipment's number, when the text is one. */
  readonly friendlyId: string | undefined;
}

/** Finds the newest shipment for each search, in the order of the searches, with one query for all of them. */
export async function trackShipments(
  ctx: ServiceContext,
  { searches, referenceFields: only }: TrackInput,
): Promise<TrackResult[]> {
  const parsedSearches = searches.map((search) => readSearch(typeof search === 'string' ? search : search.query));
  const byReference = await findNewestByReference(ctx, parsedSearches, only ?? referenceFields);
  const byNumber = only ? new Map<string, TrackMatch>() : await findByFriendlyId(ctx, parsedSearches);
  const matches = parsedSearches.map(({ text, friendlyId }) =>
    pickNewer(byReference.get(text), byNumber.get(friendlyId ?? '')),
  );
  const shipments = await findRecords(
    ctx,
    'shipment',
    matches.map((match) => match?.shipmentId),
  );
  return parsedSearches.map(({ query }, index) => showResult(query, matches[index], shipments));
}

function readSearch(query: string): TrackSearch {
  const number = parseFriendlyId(query);
  return {
    query,
    text: normalizeSearchText(query),
    friendlyId: number?.resource === 'shipment' ? number.friendlyId : undefined,
  };
}

/**
 * Finds the newest shipment of each reference. A window function keeps one row per reference, however many shipments
 * repeat it.
 */
async function findNewestByReference(
  ctx: ServiceContext,
  searches: readonly TrackSearch[],
  fields: readonly ReferenceField[],
): Promise<Map<string, TrackMatch>> {
  const ranked = ctx.db
    .selectFrom('order_reference')
    .innerJoin('freight_order', 'freight_order.id', 'order_reference.order_id')
    .innerJoin('shipment', 'shipment.id', 'freight_order.shipment_id')
    .select(['order_reference.search_value', 'order_reference.value', 'order_reference.type', 'shipment.id'])
    .select(
      sql<number>`row_number() over (partition by order_reference.search_value order by shipment.id desc, freight_order.position, order_reference.position)`.as(
        'place',
      ),
    )
    .where('order_reference.organization_id', '=', ctx.organizationId)
    .where('order_reference.search_value', 'in', [...new Set(searches.map(({ text }) => text))])
    .where('order_reference.type', 'in', fields)
    .where('freight_order.deleted_at', 'is', null)
    .where('shipment.deleted_at', 'is', null);
  const rows = await ctx.db.selectFrom(ranked.as('ranked')).selectAll().where('place', '=', 1).execute();
  return new Map(
    rows.map(({ id, value, type, search_value }) => [
      search_value,
      { shipmentId: id, value, field: fields.find((field) => field === type) ?? null },
    ]),
  );
}

async function findByFriendlyId(
  ctx: ServiceContext,
  searches: readonly TrackSearch[],
): Promise<Map<string, TrackMatch>> {
  const numbers = searches.map(({ friendlyId }) => friendlyId).filter((number) => number !== undefined);
  if (numbers.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('shipment')
    .select(['id', 'friendly_id'])
    .where('organization_id', '=', ctx.organizationId)
    .where('friendly_id', 'in', numbers)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.friendly_id, { shipmentId: row.id, value: row.friendly_id, field: null }]));
}

/** Picks the newer match. Ids are ordered by time. */
function pickNewer(reference: TrackMatch | undefined, number: TrackMatch | undefined): TrackMatch | undefined {
  if (!reference || !number) return reference ?? number;
  return reference.shipmentId > number.shipmentId ? reference : number;
}

const nothing = {
  id: null,
  key: null,
  friendlyId: null,
  status: null,
  field: null,
  value: null,
  origin: null,
  destination: null,
  pickUpDate: null,
  deliveryDate: null,
  trackingUrl: null,
} as const;

function showResult(
  query: string,
  match: TrackMatch | undefined,
  shipments: ReadonlyMap<string, Row<'shipment'>>,
): TrackResult {
  const row = match && shipments.get(match.shipmentId);
  if (!row) return { query, ...nothing };
  return {
    query,
    id: row.id,
    key: row.key,
    friendlyId: row.friendly_id,
    status: row.status,
    field: match.field,
    value: match.value,
    origin: placeText(row.origin_city, row.origin_state, row.origin_postal_code),
    destination: placeText(row.destination_city, row.destination_state, row.destination_postal_code),
    pickUpDate: row.pick_up_date,
    deliveryDate: row.delivery_date,
    trackingUrl: null,
  };
}

/** Formats a place, such as `Chicago, IL 60601`, from the parts that exist. */
function placeText(city: string | null, state: string | null, postalCode: string | null): string | null {
  const region = [state, postalCode].filter(Boolean).join(' ');
  return [city, region].filter(Boolean).join(', ') || null;
}
