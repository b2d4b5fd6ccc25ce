import { expect, test } from 'vitest';
import { onOneDatabase } from '../support/stores/databases.ts';
import { compareWithStore, signal, startCopied } from './copied.ts';

const hourMs = 3_600_000;

onOneDatabase('a brokerage whose clock is put back', (database) => {
  test.each([
    { before: 0, after: 0, says: 'at once' },
    { before: 20, after: 0, says: 'after changes that were made before the question' },
    { before: 0, after: 150, says: 'when the clock has caught up' },
  ])('shows what was changed since to the first question, $says', async ({ before, after }) => {
    await using copied = await startCopied({ database });
    const { service, api } = copied;
    // This machine's time goes on as it does, whatever the brokerage's clock says.
    const machine = { now: Date.parse(service.clock.now) };
    const pass = (minutes: number) => {
      machine.now += minutes * 60_000;
      service.clock.now = new Date(Date.parse(service.clock.now) + minutes * 60_000).toISOString();
    };
    const copy = await copied.open();
    copied.machine.now = () => machine.now;
    const customer = await api.customers.create({ name: 'Acme', status: 'ACTIVE' });
    await api.vendors.create({ name: 'Dock One', status: 'ACTIVE' });
    pass(120);
    await api.customers.create({ name: 'Borealis', status: 'ACTIVE' });
    await copy.complete(signal);

    service.clock.now = new Date(Date.parse(service.clock.now) - 2 * hourMs).toISOString();
    pass(1);
    await api.customers.update({ id: customer.id, name: 'Acme Foods' });
    await api.customers.create({ name: 'Cascade', status: 'ACTIVE' });
    await api.vendors.create({ name: 'Dock Two', status: 'ACTIVE' });
    pass(before);
    await api.vendors.create({ name: 'Dock Three', status: 'ACTIVE' });
    pass(after);
    copied.requests.length = 0;
    await copy.update(signal, ['customer', 'vendor']);

    expect(await compareWithStore(copy, service, service.organizationId)).toEqual({});
    // Nothing is read again and again for it.
    copied.requests.length = 0;
    await copy.update(signal, ['customer', 'vendor']);
    expect(copied.requests).toHaveLength(2);
  });

  test('shows it also where this machine has the same clock', async () => {
    await using copied = await startCopied({ database });
    const { service, api } = copied;
    const machine = { now: Date.parse(service.clock.now) };
    const customer = await api.customers.create({ name: 'Acme', status: 'ACTIVE' });
    const copy = await copied.open();
    copied.machine.now = () => machine.now;
    await copy.complete(signal);

    service.clock.now = new Date(Date.parse(service.clock.now) - 2 * hourMs).toISOString();
    machine.now -= 2 * hourMs;
    await api.customers.update({ id: customer.id, name: 'Acme Foods' });
    await copy.update(signal, ['customer']);

    expect(await compareWithStore(copy, service, service.organizationId)).toEqual({});
  });
});
