import { expect, test } from 'vitest';
import { catalogue, type CatalogueEntry } from '../../src/contract/catalogue.ts';
import { findExampleBody, findExampleKey, idPlaceholder } from '../../src/contract/document/examples.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { onOneDatabase } from '../support/stores/databases.ts';

const withBody = catalogue().filter(({ operation }) => operation.body !== undefined);
const onCollections = withBody.filter(({ path }) => !path.includes('{'));
const onRecords = withBody.filter(({ path }) => path.includes('{'));

async function send(api: TestService, entry: CatalogueEntry) {
  const path = entry.path.replaceAll(/\{\w+\}/g, findExampleKey(entry.name) ?? idPlaceholder);
  const body = findExampleBody(entry.name, entry.operation);
  const answer = await api.request(entry.method, `/v1${path}`, body);
  return { answer, needsId: JSON.stringify(body).includes(idPlaceholder) || path.includes(idPlaceholder) };
}

const describe = ({ name }: CatalogueEntry, { status, body }: { status: number; body: unknown }) =>
  `${name}: ${status} ${JSON.stringify(body)}`;

onOneDatabase('an example of the reference', (database) => {
  test('succeeds when it is sent as it is, and needs at most an id in place of the zeros', async () => {
    await using api = await startService(database);
    const failed: string[] = [];
    const sent: string[] = [];

    // A reader goes from top to bottom; what is done with a record comes after it.
    for (const entry of [...onCollections, ...onRecords]) {
      const { answer, needsId } = await send(api, entry);
      const isRight = needsId ? answer.status !== 400 : answer.status < 300;
      if (!isRight) failed.push(describe(entry, answer));
      if (!needsId) sent.push(entry.name);
    }

    expect(failed).toEqual([]);
    expect(sent.length).toBeGreaterThan(60);
  });
});
