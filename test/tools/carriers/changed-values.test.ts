import { expect, test } from 'vitest';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { findCarriers } from '../../../tools/carriers/find_carriers.ts';
import { getCarrier } from '../../../tools/carriers/get_carrier.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';

const tools = [apiWrite, findCarriers, getCarrier, runApproved];

const carrier = {
  name: 'Ironbark Dale',
  type: 'TRUCKLOAD',
  status: 'ACTIVE',
  operatingAbility: 'AUTHORIZED',
  inFmcsa: true,
  insuranceAuthorityDate: '2019-05-01T00:00:00.000Z',
  insuranceExpirationDate: '2026-10-01T00:00:00.000Z',
  insuranceAutoLiabilityLimit: 1_000_000,
  insuranceCargoLiabilityLimit: 100_000,
};

/** Creates a carrier whose insurance had lapsed until a user changed the date. */
async function createRenewedCarrier(
  desk: TestDesk,
  input: object = { insuranceExpirationDate: '2027-10-01T00:00:00.000Z' },
) {
  desk.clock.now = '2026-06-01T15:00:00.000Z';
  const { body } = await desk.request('POST', '/v1/carriers', carrier);
  desk.clock.now = '2026-11-20T15:00:00.000Z';
  const { data } = await desk.callTool('api_write', { operation: 'carriers.update', input: { id: body.id, ...input } });
  await desk.approve(data.approval.id);
  const ran = await desk.callTool('run_approved', { approvalId: data.approval.id });
  expect(ran.data.status).toBe('done');
  return body;
}

onOneDatabase('a value that was changed lately', (database) => {
  test('is shown beside the rule that reads it, with who changed it, and does not pass by itself', async () => {
    await using desk = await startDesk({ tools, database });
    await createRenewedCarrier(desk);

    const { text, data } = await desk.callTool('get_carrier', { carrier: 'Ironbark Dale' });

    expect(text).toContain(
      '- Not known, insurance in force: Insurance runs until Oct 1, 2027. Insurance expiration date changed by «dana» on Nov 20, 2026 («2026-10-01» -> «2027-10-01»): no proof by itself for 30 days.',
    );
    expect(data.verdict.overall).toBe('caution');
    expect(data.verdict.reasons.join(' ')).toContain('changed by dana on Nov 20, 2026');
    expect(data.untrusted).toContain('/verdict/findings/*/sentence');
  });

  test('is shown in a list, for 30 days', async () => {
    await using desk = await startDesk({ tools, database });
    await createRenewedCarrier(desk);
    const readCheck = async () => {
      const before = desk.requests.length;
      const { data } = await desk.callTool('find_carriers', { query: 'Ironbark' });
      return {
        check: data.rows[0].check,
        requests: desk.requests.slice(before).filter((request) => request.startsWith('POST /v1')).length,
      };
    };

    const fresh = await readCheck();
    desk.clock.now = '2026-12-21T15:00:00.000Z';
    const old = await readCheck();

    expect(fresh.check).toBe(
      'CAUTION (14 of 15 rules): Insurance expiration date changed on Nov 20, 2026: no proof by itself for 30 days. No payment method on record.',
    );
    expect(old.check).toBe('CAUTION (14 of 15 rules): No payment method on record.');
    // What was changed is in the log of this server: it costs no request.
    expect(old.requests).toBe(fresh.requests);
  });
});

test('what was asked for and denied changes no verdict', async () => {
  await using desk = await startDesk({ tools });
  const { id } = await createRenewedCarrier(desk);
  desk.clock.now = '2027-01-20T15:00:00.000Z';
  const { data } = await desk.callTool('api_write', {
    operation: 'carriers.update',
    input: { id, insuranceCargoLiabilityLimit: 500_000 },
  });
  await desk.deny(data.approval.id);

  const { text } = await desk.callTool('get_carrier', { carrier: 'Ironbark Dale' });

  expect(text).toContain('- OK, cargo liability: Cargo liability is $100,000.00.');
});

test('a change that the API refused changes no verdict', async () => {
  await using desk = await startDesk({ tools });
  const { id } = await createRenewedCarrier(desk);
  await desk.request('POST', '/v1/carriers', { name: 'Other', type: 'TRUCKLOAD', key: 'taken' });
  desk.clock.now = '2027-01-20T15:00:00.000Z';
  const { data } = await desk.callTool('api_write', {
    operation: 'carriers.update',
    input: { id, insuranceCargoLiabilityLimit: 500_000, key: 'taken' },
  });
  await desk.approve(data.approval.id);
  const ran = await desk.callTool('run_approved', { approvalId: data.approval.id });

  const { text } = await desk.callTool('get_carrier', { carrier: 'Ironbark Dale' });

  expect(ran.isError).toBe(true);
  expect(text).toContain('- OK, cargo liability: Cargo liability is $100,000.00.');
});

test('of a change that was made elsewhere the day is said, and that the API does not say more', async () => {
  await using desk = await startDesk({ tools });
  const { id } = await createRenewedCarrier(desk);
  desk.clock.now = '2027-01-20T15:00:00.000Z';
  await desk.api.carriers.update({ id, notes: 'Asks for flatbeds' });

  const { text } = await desk.callTool('get_carrier', { carrier: 'Ironbark Dale' });

  expect(text).toContain('The file was last changed on Jan 20, 2027; the API does not say which value');
});
