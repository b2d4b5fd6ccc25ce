import type { Scope } from '../../store/connection.ts';
import { type DocumentLinkTag, documentLinkTags } from '../../domain/freight/document.ts';
import { type FriendlyResource, parseFriendlyId } from '../../domain/identifiers/friendly-id.ts';
import { type ErrorDetail, WaybillError } from '../../errors.ts';
import { findRecord } from '../../store/records.ts';

export type DocumentTags = Readonly<Record<string, unknown>>;
type Links = Partial<Record<DocumentLinkTag, string>>;

interface Linked {
  readonly table: 'shipment' | 'freight_order' | 'load' | 'service' | 'carrier' | 'customer' | 'bill' | 'invoice';
  readonly resource: FriendlyResource;
}

const linked = {
  shipmentId: { table: 'shipment', resource: 'shipment' },
  orderId: { table: 'freight_order', resource: 'order' },
  loadId: { table: 'load', resource: 'load' },
  serviceId: { table: 'service', resource: 'service' },
  carrierId: { table: 'carrier', resource: 'carrier' },
  customerId: { table: 'customer', resource: 'customer' },
  billId: { table: 'bill', resource: 'bill' },
  invoiceId: { table: 'invoice', resource: 'invoice' },
} as const satisfies Record<DocumentLinkTag, Linked>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Resolves tags for the store: links become uuids, and other tags stay as they are. 422 with every link to a record
 * that doesn't exist. Links in `currentTags` were checked when they were set; their records may be deleted by now.
 */
export async function resolveTags(
  scope: Scope,
  tags: Readonly<Record<string, unknown>>,
  currentTags: DocumentTags = {},
): Promise<DocumentTags> {
  const problems: ErrorDetail[] = [];
  const links: Links = {};
  for (const [name, value] of Object.entries(tags)) {
    if (!isLinkTag(name) || value === currentTags[name]) continue;
    const link = await findLink(scope, name, value);
    if (typeof link === 'string') links[name] = link;
    else problems.push({ field: `tags.${name}`, ...link });
  }
  const [first] = problems;
  if (first) throw new WaybillError('VALIDATION_ERROR', `${first.field}: ${first.message}`, { details: problems });
  return { ...tags, ...links };
}

interface TagRefusal {
  readonly message: string;
}

async function findLink(scope: Scope, name: DocumentLinkTag, value: unknown): Promise<string | TagRefusal> {
  const { table, resource } = linked[name];
  if (typeof value !== 'string') return { message: `must be the uuid or the friendly id of the ${resource}` };
  const id = uuid.test(value)
    ? (await findRecord(scope, table, value, 'id'))?.id
    : await findIdByFriendlyId(scope, linked[name], value);
  return id ?? { message: 'names a record that does not exist' };
}

async function findIdByFriendlyId(
  { db, organizationId }: Scope,
  { table, resource }: Linked,
  text: string,
): Promise<string | undefined> {
  const parsed = parseFriendlyId(text);
  if (parsed?.resource !== resource) return undefined;
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('friendly_id', '=', parsed.friendlyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** Keeps the link tags of a document as rows, so that the documents of a record are found by index. */
export async function storeLinks(
  { db, organizationId }: Scope,
  documentId: string,
  tags: DocumentTags | null,
): Promise<void> {
  await db
    .deleteFrom('document_tag')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .execute();
  const rows = Object.entries(listLinks(tags)).map(([name, value]) => ({
    organization_id: organizationId,
    document_id: documentId,
    name,
    value,
  }));
  if (rows.length > 0) await db.insertInto('document_tag').values(rows).execute();
}

function listLinks(tags: DocumentTags | null): Links {
  return Object.fromEntries(
    documentLinkTags.flatMap((name) => (typeof tags?.[name] === 'string' ? [[name, tags[name]]] : [])),
  );
}

const isLinkTag = (name: string): name is DocumentLinkTag => Object.hasOwn(linked, name);
