import { expect, test } from 'vitest';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { insertRow } from '../../support/records/fixtures.ts';
import { createToken } from '../../support/service/second-service.ts';
import { type ApiCaller, startService } from '../../support/service/service.ts';

const path = '/v1/payment-terms/filter';

async function createTerms(caller: ApiCaller, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await caller.request('POST', '/v1/payment-terms', { name: `Net ${n}`, days: n });
}

const refusal = { status: 400, body: { error: { code: 'BAD_REQUEST', details: [{ field: 'cursor' }] } } };

onBothDatabases('pages', (database) => {
  test('a cursor goes on with its own query only: organization, collection and filter', async () => {
    await using api = await startService(database);
    const rival = await api.anotherOrganization();
    await createTerms(api, 4);
    const filter = { days: { gte: 1 } };
    const { body } = await api.request('POST', path, { filter, pageSize: 2 });
    const cursor = body.pagination.endCursor;

    expect((await api.request('POST', path, { filter, pageSize: 2, cursor })).body.data).toHaveLength(2);
    expect((await api.request('POST', path, { filter, pageSize: 1, cursor })).body.data).toHaveLength(1);
    expect(await rival.request('POST', path, { filter, cursor })).toMatchObject(refusal);
    expect(await api.request('POST', path, { cursor })).toMatchObject(refusal);
    expect(await api.request('POST', path, { filter: { days: { gte: 2 } }, cursor })).toMatchObject(refusal);
    expect(await api.request('POST', '/v1/vendors/filter', { filter, cursor })).toMatchObject(refusal);
    expect((await api.request('POST', path, { filter, cursor: null })).body.data).toHaveLength(4);
  });

  test('a cursor that was tampered with is refused, whatever was done to it', async () => {
    await using api = await startService(database);
    await createTerms(api, 2);
    const { body } = await api.request('POST', path, { pageSize: 1 });
    const cursor: string = body.pagination.endCursor;
    const [state = '', mac = ''] = cursor.split('.');
    const forged = Buffer.from(Buffer.from(state, 'base64url').toString().replace('"after":"', '"after":"f')).toString(
      'base64url',
    );
    const flipped = `${state.slice(0, -2)}${state.endsWith('AA') ? 'BB' : 'AA'}`;

    for (const bad of [
      '',
      `${forged}.${mac}`,
      `${flipped}.${mac}`,
      state,
      `.${mac}`,
      `${state}.`,
      `${cursor}.x`,
      `${cursor}x`,
      'abc',
      '.',
      '%00',
      '🚚',
    ]) {
      expect([bad, await api.request('POST', path, { pageSize: 1, cursor: bad })]).toMatchObject([bad, refusal]);
    }
    expect(await api.request('POST', path, { cursor: 7 })).toMatchObject(refusal);
  });

  test('a cursor is good for a day', async () => {
    await using api = await startService(database);
    await createTerms(api, 2);
    const { body } = await api.request('POST', path, { pageSize: 1 });
    const askAt = async (instant: string) => {
      api.clock.now = instant;
      const authorization = `Bearer ${await createToken(api)}`;
      return api.request('POST', path, { pageSize: 1, cursor: body.pagination.endCursor }, { authorization });
    };

    expect(await askAt('2026-11-21T15:00:00.000Z')).toMatchObject({ status: 200 });
    expect(await askAt('2026-11-21T15:00:00.001Z')).toMatchObject(refusal);
  });

  test('page sizes run from 1 to 250', async () => {
    await using api = await startService(database);
    await createTerms(api, 51);

    expect((await api.request('POST', path)).body).toMatchObject({ pagination: { pageSize: 50, hasNextPage: true } });
    expect((await api.request('POST', path, { pageSize: 1 })).body.data).toHaveLength(1);
    expect((await api.request('POST', path, { pageSize: 51 })).body.pagination).toMatchObject({
      hasNextPage: false,
      endCursor: null,
    });
    for (const pageSize of [0, -1, 251, 1.5, '10', null]) {
      expect((await api.request('POST', path, { pageSize })).status).toBe(400);
    }
  });

  test('walking 300 records meets each once while others come and go', async () => {
    await using api = await startService(database);
    const createdIds = new Set<string>();
    for (let n = 0; n < 300; n += 1) {
      const { body } = await api.request('POST', '/v1/payment-terms', { name: `Net ${n}` });
      createdIds.add(body.id);
    }
    const met: string[] = [];
    let cursor: string | null = null;

    do {
      const { status, body } = await api.request('POST', path, { pageSize: 23, cursor });
      expect(status).toBe(200);
      met.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.pagination.endCursor;
      expect(body.pagination.hasNextPage).toBe(cursor !== null);
      const last = met.at(-1) ?? '';
      const next = [...createdIds].filter((id) => !met.includes(id)).at(-1);
      await api.request('POST', '/v1/payment-terms', { name: 'new' });
      await api.request('DELETE', `/v1/payment-terms/${last}`);
      if (next !== undefined && cursor !== null) {
        await api.request('DELETE', `/v1/payment-terms/${next}`);
        createdIds.delete(next);
      }
    } while (cursor !== null);

    expect(met.length).toBe(new Set(met).size);
    expect(met.sort()).toEqual([...createdIds].sort());
  });

  test('records of the same moment keep one order over all pages', async () => {
    await using api = await startService(database);
    for (let n = 0; n < 20; n += 1) await insertRow(api, 'payment_term', { name: 'same' });

    const whole = await api.request('POST', path, { pageSize: 20 });
    const first = await api.request('POST', path, { pageSize: 7 });
    const second = await api.request('POST', path, { pageSize: 13, cursor: first.body.pagination.endCursor });

    expect([...first.body.data, ...second.body.data]).toEqual(whole.body.data);
  });
});
