import { expect, test } from 'vitest';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { type TestDesk, startDesk } from '../../../support/desk.ts';
import { insertRow } from '../../../support/records/fixtures.ts';
import { onOneDatabase } from '../../../support/stores/databases.ts';
import { omitOperations } from '../../../mcp/support/limited-api.ts';
import { listPlanTexts, listWarningTexts } from '../../../support/desk/plan-texts.ts';

const tools = [apiWrite];
const write = (desk: TestDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });

const address = {
  line1: '1200 West Main St',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60607',
  country: 'US',
  market: 'CHI',
};
const carrier = {
  name: 'Prairie Haul LLC',
  type: 'TRUCKLOAD',
  mcNumber: 'MC-9000229',
  dotNumber: '8000229',
  scac: 'PRHL',
  einNumber: '12-3456789',
  email: 'dispatch@prairie-haul.example',
  phone: '+13125550101',
  corporateAddress: address,
};

onOneDatabase('who is on record already', (database) => {
  test.each([
    ['MC', { mcNumber: '9000229' }, 'the same MC «MC-9000229»'],
    ['DOT', { dotNumber: 'DOT 8000229' }, 'the same DOT «8000229»'],
    ['SCAC', { scac: 'prhl' }, 'the same SCAC «PRHL»'],
    ['EIN', { einNumber: '123456789' }, 'the same EIN «12-3456789»'],
    ['a name of the same family', { name: 'Prairie Haul Inc' }, 'a name like it'],
    ['a name with a letter dropped', { name: 'Prarie Haul' }, 'a name like it'],
    ['a name spaced otherwise', { name: 'PrairieHaul' }, 'a name like it'],
    ['an e-mail', { email: 'dispatch@prairie-haul.example' }, 'the same e-mail «dispatch@prairie-haul.example»'],
    ['a phone', { phone: '(312) 555-0101' }, 'the same phone «+13125550101»'],
    [
      'an address',
      { corporateAddress: { ...address, line1: '1200 W Main Street' } },
      'the same address «1200 West Main St, 60607»',
    ],
  ])('a carrier with %s of another is confirmed by a person who sees the other', async (_what, same, equal) => {
    await using desk = await startDesk({ tools, database });
    const made = await desk.request('POST', '/v1/carriers', carrier);
    const { friendlyId } = made.body;

    const { data } = await write(desk, 'carriers.create', { name: 'Sunset Freight', type: 'TRUCKLOAD', ...same });

    expect(data.plan).toMatchObject({
      gate: expect.stringMatching(/^(?:confirm|approve)$/),
      warnings: expect.arrayContaining([{ text: `May be on record already: «Prairie Haul LLC» (${friendlyId}).` }]),
      details: expect.arrayContaining([`On record: «Prairie Haul LLC» (${friendlyId}), active, with ${equal}`]),
    });
    expect((await desk.api.carriers.filter({ filter: {} })).data).toHaveLength(1);
  });

  test.each([
    [
      'customers.create',
      '/v1/customers',
      { name: 'Acme Foods', status: 'ACTIVE', ein: '98-7654321' },
      { name: 'Bolt', status: 'ACTIVE', ein: '987654321' },
    ],
    [
      'vendors.create',
      '/v1/vendors',
      { name: 'Port Drayage', taxId: '55-5555555' },
      { name: 'Quay Works', taxId: '555555555' },
    ],
    [
      'carrierFactors.create',
      '/v1/carrier-factors',
      { companyName: 'Fast Cash Funding', bankName: 'First Bank', accountNumber: '000111224321' },
      { companyName: 'Quick Money', bankName: 'First Bank', accountNumber: '999999994321' },
    ],
  ])('%s looks for twins as well', async (operation, path, existing, input) => {
    await using desk = await startDesk({ tools, database });
    await desk.request('POST', path, existing);

    const { data } = await write(desk, operation, input);

    expect(listWarningTexts(data.plan).join(' ')).toContain('May be on record already: «');
    expect(listPlanTexts(data.plan).join('\n')).toMatch(/On record: .* with the same (?:EIN|tax id|bank account) «/);
  });
});

test('a carrier without a twin is created, and the answer says where was looked and that it begins PENDING', async () => {
  await using desk = await startDesk({ tools });
  await desk.request('POST', '/v1/carriers', carrier);

  const { text, data } = await write(desk, 'carriers.create', { name: 'Sunset Freight', type: 'TRUCKLOAD' });

  expect(data).toMatchObject({ status: 'done', record: { status: 'PENDING' } });
  expect(text).toContain('No duplicate found; compared with all carriers on record, by name.');
  expect(text).toContain('A new carrier starts as pending: vet it first');
});

test('a customer that is created a second time is asked about, with the first one named', async () => {
  await using desk = await startDesk({ tools });
  const input = { name: 'Acme Foods', status: 'ACTIVE' };

  const first = await write(desk, 'customers.create', input);
  const second = await write(desk, 'customers.create', input);

  expect(second.data).toMatchObject({
    status: 'approval_required',
    plan: { warnings: [{ text: `May be on record already: «Acme Foods» (${first.data.record.friendlyId}).` }] },
  });
});

test('a number is looked for among all, where there are more carriers than can be compared', async () => {
  await using desk = await startDesk({ tools });
  desk.clock.now = '2026-01-02T08:00:00.000Z';
  await desk.request('POST', '/v1/carriers', carrier);
  for (let count = 0; count < 2_500; count += 1) await insertRow(desk.service, 'carrier', { name: `No ${count}` });

  const { data } = await write(desk, 'carriers.create', {
    name: 'Sunset Freight',
    type: 'TRUCKLOAD',
    mcNumber: 'MC 9000229',
  });

  expect(listPlanTexts(data.plan).join('\n')).toContain('with the same MC «MC-9000229»');
  expect(listPlanTexts(data.plan).join('\n')).toContain(
    'the newest 2,500 carriers, and by its numbers with all of them',
  );
});

test('where carriers are not listed, a person hears that twins were not looked for', async () => {
  await using desk = await startDesk({ tools });
  await using blind = await startDesk({ tools, server: { apiOf: () => omitOperations(desk.api, 'carriers.filter') } });

  const { data } = await write(blind, 'carriers.create', { name: 'Sunset Freight', type: 'TRUCKLOAD' });

  expect(data.plan).toMatchObject({
    gate: 'confirm',
    warnings: [{ text: 'Duplicates were not checked: the API does not list carriers.' }],
  });
});
