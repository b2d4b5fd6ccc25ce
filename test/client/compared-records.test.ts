import { expect, test } from 'vitest';
import { computeVersion } from '../../src/contract/kit/record-version.ts';
import { WaybillError } from '../../src/errors.ts';
import { startForeignDesk } from '../support/foreign-api/foreign-desk.ts';
import type { ForeignProfile } from '../support/foreign-api/profile.ts';
import { behindGateway } from '../support/foreign-api/profiles.ts';

const comparing: ForeignProfile = { name: 'compares records', removes: [], comparesRecords: true };

async function openGatewayDesk() {
  const desk = await startForeignDesk(behindGateway, { seed: 'none' });
  const { id } = await desk.api.paymentTerms.create({ name: 'Net 30', days: 30 });
  const change = (name: string, recheck?: () => Promise<void>) => {
    const unchanged = [{ resource: 'paymentTerms', id, version: computeVersion({ id, days: 30 }) }];
    return desk.foreignApi.call(
      'paymentTerms.update',
      { id, name },
      { unchanged, recheck, idempotencyKey: name.replace(' ', '-') },
    );
  };
  const findVerdict = async () => (await desk.foreignApi.capabilities.find('X-If-Unchanged')).verdict;
  const readName = async () => (await desk.api.paymentTerms.get({ id })).name;
  return { change, findVerdict, readName, [Symbol.asyncDispose]: () => desk.close() };
}

test('an API that cannot compare a record in its own form gets the change without the comparison', async () => {
  await using desk = await openGatewayDesk();
  const rechecks: string[] = [];
  const change = (name: string) => desk.change(name, async () => void rechecks.push(name));

  await change('Net 45');
  await change('Net 60');

  expect(await desk.readName()).toBe('Net 60');
  expect(await desk.findVerdict()).toBe('disproved');
  expect(rechecks).toEqual(['Net 45', 'Net 60']);
});

test('a record that is not as it was read is not changed', async () => {
  await using desk = await openGatewayDesk();
  const isOther = new WaybillError('RECORD_CHANGED', 'Net 30 was changed after it was shown.');

  const changed = desk.change('Net 45', () => Promise.reject(isOther));

  await expect(changed).rejects.toBe(isOther);
  await expect(desk.change('Net 45')).rejects.toMatchObject({ code: 'RECORD_CHANGED' });
  expect(await desk.readName()).toBe('Net 30');
  expect(await desk.findVerdict()).toBe('unknown');
});

test('an API that refuses a changed record, and then carries out a change of one that is as it was read, compares records', async () => {
  await using desk = await startForeignDesk(comparing, { seed: 'none' });
  const first = await desk.api.paymentTerms.create({ name: 'Net 30', days: 30 });
  const findVerdict = async () => (await desk.foreignApi.capabilities.find('X-If-Unchanged')).verdict;
  const change = (name: string, record: object) =>
    desk.foreignApi.call(
      'paymentTerms.update',
      { id: first.id, name },
      {
        unchanged: [{ resource: 'paymentTerms', id: first.id, version: computeVersion(record) }],
        recheck: () => Promise.reject(new WaybillError('RECORD_CHANGED', 'it was changed')),
        idempotencyKey: name.replace(' ', '-'),
      },
    );

  await expect(change('Net 45', { ...first, days: 31 })).rejects.toMatchObject({ code: 'RECORD_CHANGED' });
  const afterRefusal = await findVerdict();
  await change('Net 60', (await desk.foreignApi.call('paymentTerms.get', { id: first.id, by: 'id' })) as object);

  expect([afterRefusal, await findVerdict()]).toEqual(['unknown', 'proven']);
});
