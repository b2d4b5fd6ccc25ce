import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchedObjects } from '../../contract/search/global-search.ts';
import type { Operations } from '../../contract/types.ts';
import { compactReference, normalizeSearchText } from '../../domain/identifiers/references.ts';
import { stripReferenceColumn } from '../../store/search/compact.ts';
import type { TokenMatch, Tiers } from '../../store/search/match.ts';
import { selectMatching } from '../../store/search/search-index.ts';
import { searchWords } from '../../store/search/words.ts';
import type { ServiceContext } from '../shared/context.ts';
import {
  type GlobalRow,
  type IndexedObject,
  indexedObjects,
  readIndexedRows,
  type SearchedObject,
  readShipmentRows,
} from './global-search-rows.ts';
import { findByQuery } from './query.ts';
import { buildPaging } from './search.ts';

interface GlobalQuery {
  readonly objects: readonly SearchedObject[];
  readonly text: string;
  readonly limit: number;
  readonly offset: number;
}

interface GlobalPage {
  readonly hits: readonly GlobalRow[];
  readonly total: number;
}

const nothing: GlobalPage = { hits: [], total: 0 };

/** Types in their fixed order, and in each the last changed first. */
export async function searchEverything(
  ctx: ServiceContext,
  { query, objects = [...searchedObjects], pagination }: Operations['globalSearch']['run']['parsed'],
): Promise<Operations['globalSearch']['run']['output']> {
  const { type, text } = splitType(query);
  const { pageNumber, pageSize } = pagination;
  const globalQuery = {
    objects: searchedObjects.filter((object) => objects.includes(object) && (!type || type === object)),
    text,
    limit: pageSize,
    offset: (pageNumber - 1) * pageSize,
  };
  const hasWords = searchWords(text).length > 0;
  const page = hasWords
    ? await findByQuery<GlobalPage>(ctx, {
        query: text,
        organizationIds: [ctx.organizationId],
        nothing,
        find: (tiers) => (tiers ? findPage(ctx, globalQuery, tiers) : Promise.resolve(nothing)),
      })
    : nothing;
  return { data: [...page.hits], ...buildPaging(page, pagination), totalResults: page.total };
}

/** Splits the type off a query: `carrier: acme` searches carriers only. */
function splitType(query: string): { readonly type: SearchedObject | undefined; readonly text: string } {
  const [, name, text] = /^\s*(\p{L}+)\s*:(.*)$/su.exec(query) ?? [];
  const type = searchedObjects.find((object) => object === name?.toUpperCase());
  return type ? { type, text: text ?? '' } : { type, text: query };
}

async function findPage(ctx: ServiceContext, query: GlobalQuery, tiers: Tiers): Promise<GlobalPage> {
  const match = tiers.at(-1) ?? [];
  const hits: GlobalRow[] = [];
  let total = 0;
  for (const object of query.objects) {
    const rows = selectMatchingRows(ctx, object, { tiers, text: query.text });
    const counted = await sql<{ count: number }>`select count(*) as count from (${rows}) as found`.execute(ctx.db);
    const count = counted.rows[0]?.count ?? 0;
    const offset = Math.max(0, query.offset - total);
    const limit = Math.min(count - offset, query.limit - hits.length);
    total += count;
    if (limit > 0) hits.push(...(await findRows(ctx, object, { rows, limit, offset, match, text: query.text })));
  }
  return { hits, total };
}

interface Slice {
  readonly rows: RawBuilder<unknown>;
  readonly limit: number;
  readonly offset: number;
  readonly match: TokenMatch;
  readonly text: string;
}

async function findRows(
  ctx: ServiceContext,
  object: SearchedObject,
  { rows, limit, offset, match, text }: Slice,
): Promise<GlobalRow[]> {
  const page = await sql<{ id: string }>`select id from (${rows}) as found
    order by changed_at desc, id desc limit ${limit} offset ${offset}`.execute(ctx.db);
  const ids = page.rows.map(({ id }) => id);
  if (object === 'SHIPMENT') return readShipmentRows(ctx, { ids, match, typed: compactReference(text) });
  return readIndexedRows(ctx, object, { ids, match });
}

interface SearchedWords {
  readonly tiers: Tiers;
  readonly text: string;
}

function selectMatchingRows(
  ctx: ServiceContext,
  object: SearchedObject,
  { tiers, text }: SearchedWords,
): RawBuilder<unknown> {
  if (object === 'SHIPMENT') return selectMatchingShipments(ctx, { tiers, text });
  const { table } = indexedObjects[object];
  return sql`select r.id, coalesce(r.updated_at, r.created_at) as changed_at
    from ${sql.table(table)} as r join ${selectEntries(ctx, object, tiers)} on e.record_id = r.id
    where r.organization_id = ${ctx.organizationId}`;
}

const selectEntries = ({ organizationId, kind }: ServiceContext, object: IndexedObject, tiers: Tiers) =>
  selectMatching(kind, { organizationId, kind: indexedObjects[object].kind }, tiers);

/** Selects shipments by the beginning of their number, key or references, or by the name of their customer. */
function selectMatchingShipments(ctx: ServiceContext, { tiers, text }: SearchedWords): RawBuilder<unknown> {
  const { organizationId } = ctx;
  const typed = normalizeSearchText(text);
  const compact = compactReference(text);
  const selectShipments = (
    where: RawBuilder<SqlBool>,
  ) => sql`select s.id, coalesce(s.updated_at, s.created_at) as changed_at
    from shipment as s where s.organization_id = ${organizationId} and s.deleted_at is null and ${where}`;
  const referenced = sql`select o.shipment_id from order_reference as f
    join freight_order as o on o.organization_id = f.organization_id and o.id = f.order_id
    where f.organization_id = ${organizationId} and ${matchBeginning(stripReferenceColumn('f.search_value'), compact)} and o.deleted_at is null`;
  const ways = [
    matchBeginning(sql.ref('s.friendly_id'), typed.toUpperCase()),
    sql<SqlBool>`s.key is not null and ${matchBeginning(sql.ref('s.key'), text.replaceAll('\0', '').trim())}`,
    sql<SqlBool>`s.id in (${referenced})`,
    sql<SqlBool>`s.customer_id in (select e.record_id from ${selectEntries(ctx, 'CUSTOMER', tiers)})`,
  ];
  return sql.join(ways.map(selectShipments), sql` union `);
}

/** Builds the condition that a column begins with a text. It is a range, which both databases find by index. */
const matchBeginning = (column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  sql`${column} >= ${text} and ${column} < ${`${text}\uFFFD`}`;
