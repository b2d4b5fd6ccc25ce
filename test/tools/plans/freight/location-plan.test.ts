import { expect, test } from 'vitest';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { type TestDesk, startDesk } from '../../../support/desk.ts';
import { type DatabaseName, onOneDatabase } from '../../../support/stores/databases.ts';
import { listPlanTexts, listWarningTexts } from '../../../support/desk/plan-texts.ts';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-/;
const chicago = {
  line1: '100 Dock Road',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60608',
  country: 'US',
  market: 'IL_CHI',
};

interface DockFreight {
  readonly customerId: string;
  readonly locationId: string;
  readonly date: string;
}

const orderFrom = ({ locationId, date }: DockFreight) => ({
  mode: 'TL' as const,
  stops: [
    { type: 'PICK' as const, location: { id: locationId }, requestedStartDate: date, requestedStartTime: '08:00' },
    { type: 'DROP' as const, postalCode: '75247' },
  ],
});

const createShipment = ({ api }: TestDesk, freight: DockFreight) =>
  api.shipments.create({ customer: { id: freight.customerId }, orders: [orderFrom(freight)], loads: [{ mode: 'TL' }] });

async function createDock(desk: TestDesk) {
  const customer = await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
  const { id } = await desk.api.locations.create({
    customerId: customer.id,
    name: 'Acme Dock',
    isAppointmentRequired: false,
    address: chicago,
  });
  return { locationId: id, customerId: customer.id };
}

/** Creates freight of two customers that is still ahead, and freight that is not. */
async function createBusyDock(desk: TestDesk) {
  const dock = await createDock(desk);
  const bolt = await desk.api.customers.create({ name: 'Bolt Supply', status: 'ACTIVE' });
  const later = await createShipment(desk, { ...dock, date: '2026-11-25' });
  const sooner = await createShipment(desk, { ...dock, customerId: bolt.id, date: '2026-11-23' });
  const canceled = await createShipment(desk, { ...dock, date: '2026-11-22' });
  await desk.api.shipments.cancel({ id: canceled.id });
  const departed = await createShipment(desk, { ...dock, date: '2026-11-18' });
  await desk.service.database.transaction((tx) =>
    tx
      .updateTable('stop')
      .set({ actual_arrival: '2026-11-18T14:00:00.000Z', actual_departure: '2026-11-18T15:00:00.000Z' })
      .where('id', '=', departed.orders[0]?.stops[0]?.id ?? '')
      .execute(),
  );
  const { order } = await desk.api.quotes.create({
    customer: { id: dock.customerId },
    order: orderFrom({ ...dock, date: '2026-11-24' }),
  });
  return { ...dock, later, sooner, quoted: order };
}

const start = (database: DatabaseName) => startDesk({ tools: [apiWrite], database });

onOneDatabase('the plan', (database) => {
  test.each([
    ['locations.update', { address: { line1: '99 New Road' } }],
    ['locations.delete', {}],
  ])('of %s names who stops there, what is ahead first', async (operation, input) => {
    await using desk = await start(database);
    const { locationId, later, sooner, quoted } = await createBusyDock(desk);

    const { data } = await desk.callTool('api_write', { operation, input: { id: locationId, ...input } });

    const formatNumbers = ({ orders, loads }: typeof later) => `${orders[0]?.friendlyId}, ${loads[0]?.friendlyId}`;
    const { title, details: lines } = data.plan;
    const hits = listWarningTexts(data.plan);
    const at = lines.findIndex((line: string) => line.startsWith(sooner.friendlyId));
    expect(lines.slice(at, at + 4)).toEqual([
      `${sooner.friendlyId} «Bolt Supply», planning, ${formatNumbers(sooner)}: pickup Mon, Nov 23, 8:00 AM CST`,
      expect.stringMatching(`^${quoted.friendlyId}, «Acme Dock», Chicago, IL to .*: pickup Tue, Nov 24, 8:00 AM CST$`),
      `${later.friendlyId} «Acme Foods», planning, ${formatNumbers(later)}: pickup Wed, Nov 25, 8:00 AM CST`,
      'Stops here that are done or canceled: 2',
    ]);
    expect(hits).toContainEqual(
      'Stops here that are not done yet: 3, of 3 shipments or orders (customers: «Bolt Supply», «Acme Foods»); all of them change with it.',
    );
    expect(title).toContain('«Acme Dock»');
    expect([title, ...lines, ...hits].join('\n')).not.toMatch(uuid);
  });
});

test('a long list of shipments is cut, and says how many there are', async () => {
  await using desk = await start('SQLite');
  const dock = await createDock(desk);
  for (let day = 1; day <= 22; day += 1)
    await createShipment(desk, { ...dock, date: `2026-12-${String(day).padStart(2, '0')}` });

  const input = { id: dock.locationId, address: { line1: '99 New Road' } };
  await desk.callTool('api_write', { operation: 'locations.update', input }, 'decline');

  const [formText] = desk.shownForms;
  expect(formText?.match(/pickup \w{3}, Dec \d+, 8:00 AM CST/g)).toHaveLength(20);
  expect(formText).toContain('and 2 more that stop here');
  expect(formText).toContain('Stops here that are not done yet: 22, of 22 shipments or orders');
});

test('an address is shown as people write it, before and after', async () => {
  await using desk = await start('SQLite');
  const { locationId } = await createDock(desk);

  const { data } = await desk.callTool('api_write', {
    operation: 'locations.update',
    input: { id: locationId, address: { line1: '99 New Road', city: 'Dallas', state: 'TX', zipCode: '75247' } },
  });

  expect(listPlanTexts(data.plan).slice(0, 2)).toEqual([
    'Address: «100 Dock Road, Chicago, IL 60608, US» -> «99 New Road, Dallas, TX 75247, US»',
    'Address line1: «100 Dock Road» -> «99 New Road»',
  ]);
  expect(data.plan.undo).toContain('address line1 «100 Dock Road», address city «Chicago»');
});
