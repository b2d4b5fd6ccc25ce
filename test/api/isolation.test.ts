import { tables } from '../../src/store/schema.ts';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { catalogue, type CatalogueEntry } from '../../src/contract/catalogue.ts';
import { getDocumentedBody, toJsonSchema } from '../../src/contract/kit/json-schema.ts';
import type { TableDefinition } from '../../src/store/migrations/table.ts';
import { onBothDatabases } from '../support/stores/databases.ts';
import { findKind, buildPath } from '../support/service/kinds.ts';
import { type Everything, type CreatedKind, createEverything } from '../support/service/one-of-everything.ts';
import { listIdPlaces, type BodyPlace, nobody, buildSampleBody } from '../support/service/samples.ts';
import { type ApiAnswer, type ApiCaller, startService, type TestService } from '../support/service/service.ts';

const secret = 'Rival Secret Freight';
const entries = catalogue();

interface TwoBrokerages {
  readonly stranger: ApiCaller;
  readonly strangersRecords: Everything;
  readonly own: Everything;
}

async function createTwoBrokerages(api: TestService): Promise<TwoBrokerages> {
  const stranger = await api.anotherOrganization();
  const strangersRecords = await createEverything(api, secret);
  return { stranger, strangersRecords, own: await createEverything(stranger, 'Our Own Freight') };
}

/** Formats an answer so that two that differ only in the requested record are the same. */
function formatComparable({ status, body }: ApiAnswer): string {
  const text = JSON.stringify(body)
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, 'uuid')
    .replaceAll(/"(friendlyId|key|\w+Key|reference)":"[^"]*"/g, '"$1":"number"');
  return `${status} ${text}`;
}

onBothDatabases('a second organization', (database) => {
  test('gets the same answer for a record of the first as for one that does not exist, wherever it names it', async () => {
    await using api = await startService(database);
    const { stranger, strangersRecords, own: ownRecords } = await createTwoBrokerages(api);
    const before = await computeFingerprint(api, api.organizationId);
    const differences: string[] = [];
    let comparisons = 0;

    const compare = async (label: string, ask: (id: (kind: CreatedKind) => string) => Promise<ApiAnswer>) => {
      comparisons += 1;
      const nothing = await ask(() => nobody);
      const seen = await ask((kind) => strangersRecords[kind].id);
      const isTold = formatComparable(seen) !== formatComparable(nothing) || JSON.stringify(seen.body).includes(secret);
      if (isTold) differences.push(`${label}: ${formatComparable(seen)} instead of ${formatComparable(nothing)}`);
    };

    for (const entry of entries) {
      const ownBody = buildBody(entry, ownRecords);
      if (entry.path.includes('{'))
        await compare(entry.name, (id) => stranger.request(entry.method, buildPath(entry, id), ownBody));
      for (const place of listSampleIdPlaces(entry)) {
        const kind = findKind(entry, place.names);
        if (kind === null) continue;
        await compare(`${entry.name} ${place.names.join('.')}`, (id) =>
          stranger.request(
            entry.method,
            buildPath(entry, (other) => ownRecords[other].id),
            place.body(id(kind)),
          ),
        );
      }
    }

    expect(differences).toEqual([]);
    expect(comparisons).toBeGreaterThan(entries.length);
    expect(await computeFingerprint(api, api.organizationId)).toBe(before);
  });

  test('finds none of its records by filtering, searching, tracking or reporting', async () => {
    await using api = await startService(database);
    const { stranger, strangersRecords } = await createTwoBrokerages(api);
    const ids = Object.values(strangersRecords).map(({ id }) => id);
    const reads = entries.filter(({ effect, path }) => effect === 'read' && !path.includes('{'));
    const questions: Readonly<Record<string, object>> = {
      'shipments.track': {
        searches: [
          strangersRecords.shipment.id,
          secret,
          (strangersRecords.shipment as { friendlyId?: string }).friendlyId,
        ],
      },
      'globalSearch.run': { query: secret },
    };
    const leaks: string[] = [];

    for (const entry of reads) {
      const isSearch = entry.operation.search !== undefined;
      const body = questions[entry.name] ?? (isSearch ? { query: secret } : buildSampleBody(entry));
      const query = entry.name === 'bulkExport.read' ? '?format=2' : '';
      const { status, body: answer } = await stranger.request(entry.method, `/v1${entry.path}${query}`, body);
      const text = JSON.stringify(answer).replaceAll(/"query":"[^"]*"/g, '');
      if (status !== 200 || text.includes(secret) || ids.some((id) => text.includes(id)))
        leaks.push(`${entry.name}: ${text}`);
    }

    expect(leaks).toEqual([]);
  });
});

/** Builds the smallest body of an operation with the stranger's own records in every place that must name one. */
function buildBody(entry: CatalogueEntry, ownRecords: Everything): unknown {
  const sampled = buildSampleBody(entry);
  if (sampled === undefined) return undefined;
  const required = listSampleIdPlaces(entry).filter(({ isRequired }) => isRequired);
  return required.reduce<unknown>((body, place) => {
    const kind = findKind(entry, place.names);
    return kind === null ? body : place.within(body, ownRecords[kind].id);
  }, sampled);
}

function listSampleIdPlaces(entry: CatalogueEntry): readonly BodyPlace[] {
  const schema = getDocumentedBody(entry.operation);
  return schema ? listIdPlaces(toJsonSchema(schema, 'input'), buildSampleBody(entry)) : [];
}

/** Computes one value from all rows of an organization: it changes when anything does. */
async function computeFingerprint({ database }: TestService, organizationId: string): Promise<string> {
  const hash = createHash('sha256');
  for (const [table, { columns, primaryKey }] of Object.entries<TableDefinition>(tables)) {
    if (columns['organization_id'] === undefined || table === 'rate_window') continue;
    const { rows } = await sql`select * from ${sql.table(table)} where organization_id = ${organizationId}
      order by ${sql.join(primaryKey.map((column) => sql.ref(column)))}`.execute(database.reader);
    hash.update(`${table} ${JSON.stringify(rows)}`);
  }
  return hash.digest('hex');
}
