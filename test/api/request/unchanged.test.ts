import { expect, test } from 'vitest';
import { unchangedMax, formatUnchanged, computeVersion } from '../../../src/contract/kit/record-version.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { startSecondService } from '../../support/service/second-service.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const path = '/v1/payment-terms';

async function createTerm(api: Pick<TestService, 'request'>) {
  const { body } = await api.request('POST', path, { name: 'Net 30', days: 30 });
  const read = (await api.request('GET', `${path}/${body.id}`)).body;
  const asRead = formatUnchanged([{ resource: 'paymentTerms', id: body.id, version: computeVersion(read) }]);
  return { id: body.id, url: `${path}/${body.id}`, asRead: { 'x-if-unchanged': asRead } };
}

onOneDatabase('a write that names the records it relies on', (database) => {
  test('is done while they are as they were read', async () => {
    await using api = await startService(database);
    const { url, asRead } = await createTerm(api);

    const answer = await api.request('PATCH', url, { days: 31 }, asRead);

    expect([answer.status, answer.body.days]).toEqual([200, 31]);
  });

  test('is refused when one was changed or deleted since, and changes nothing', async () => {
    await using api = await startService(database);
    const { url, asRead } = await createTerm(api);
    const other = await createTerm({
      request: (method, to, body) => api.request(method, to, body && { ...body, name: 'Net 60' }),
    });
    await api.request('PATCH', url, { days: 45 });
    await api.request('DELETE', other.url);

    const changed = await api.request('PATCH', url, { days: 31 }, asRead);
    const deleted = await api.request('PATCH', url, { days: 31 }, other.asRead);

    for (const { status, body } of [changed, deleted]) {
      expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
      expect(body.error.details).toMatchObject([{ field: 'X-If-Unchanged', code: 'RECORD_CHANGED' }]);
    }
    expect((await api.request('GET', url)).body.days).toBe(45);
  });

  test('returns its first answer again under its key, although it changed the record itself', async () => {
    await using api = await startService(database);
    const { url, asRead } = await createTerm(api);
    const headers = { ...asRead, 'idempotency-key': 'plan-1' };

    const first = await api.request('PATCH', url, { days: 31 }, headers);
    const again = await api.request('PATCH', url, { days: 31 }, headers);

    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true']);
  });

  test('is refused with the remedy when the header cannot be read', async () => {
    await using api = await startService(database);
    const { url, asRead } = await createTerm(api);
    const entry = asRead['x-if-unchanged'];
    const texts = [
      '',
      'x',
      `${entry},`,
      entry.replace('paymentTerms', 'catalogs'),
      Array(unchangedMax + 1)
        .fill(entry)
        .join(', '),
    ];

    const answers = await Promise.all(
      texts.map((text) => api.request('PATCH', url, { days: 31 }, { 'x-if-unchanged': text })),
    );

    for (const { status, body } of answers) {
      expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
      expect(body.error.details[0].field).toBe('X-If-Unchanged');
    }
    expect((await api.request('GET', url)).body.days).toBe(30);
  });
});

onBothDatabases('a write that relies on the same state as others', (database) => {
  test('is done once of many that rely on the same state and come at one moment, through two services', async () => {
    await using api = await startService(database);
    await using other = await startSecondService(api);
    for (let round = 0; round < 5; round += 1) {
      const { url, asRead } = await createTerm({
        request: (method, to, body) => api.request(method, to, body && { ...body, name: `Round ${round}` }),
      });
      const send = (through: Pick<TestService, 'request'>, days: number) =>
        through.request('PATCH', url, { days }, asRead);

      const answers = await Promise.all([send(api, 1), send(other, 2), send(api, 3), send(other, 4)]);

      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    }
  });
});
