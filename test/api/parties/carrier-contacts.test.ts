import { expect, test } from 'vitest';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { startService } from '../../support/service/service.ts';
import { createCarrier, insertPartyRow } from './parties.ts';
import { add } from './payees.ts';

const ann = { name: 'Ann', email: 'ann@swift.test', phoneNumber: '312-555-0100', title: 'Dispatcher' };

onOneDatabase('carrier contacts', (database) => {
  test('a new contact shows its carrier and the person, here and inside the carrier', async () => {
    await using api = await startService(database);
    const carrier = await createCarrier(api, { phone: '312-555-0199' });

    const contact = await add(api, 'carrier-contacts', {
      carrierId: carrier.id.toUpperCase(),
      name: 'Ann',
      contactInfo: ann,
      contactTypes: ['DISPATCH', 'AFTER_HOURS'],
      key: 'ann',
    });

    expect(contact).toEqual({
      object: 'CARRIER_CONTACT',
      id: contact.id,
      key: 'ann',
      carrier: expect.objectContaining({ id: carrier.id, name: 'Swift Haul', phoneNumber: '312-555-0199' }),
      name: 'Ann',
      contactInfo: ann,
      contactTypes: ['DISPATCH', 'AFTER_HOURS'],
      invitedUser: null,
      deletedBy: null,
      createdAt: api.clock.now,
      updatedAt: null,
      deletedAt: null,
    });
    const { carrier: _carrier, ...embedded } = contact;
    expect((await api.request('GET', `/v1/carriers/${carrier.id}`)).body.contacts).toEqual([embedded]);
  });

  test('a patch of contactInfo changes the person behind it, and the one name stands in both places', async () => {
    await using api = await startService(database);
    const { id } = await createCarrier(api);
    await add(api, 'carrier-contacts', { carrierId: id, name: 'Ann', contactInfo: ann, key: 'ann' });
    const changeContact = (input: object) => api.request('PATCH', '/v1/carrier-contacts/ann', input);

    const mail = await changeContact({ contactInfo: { email: null, title: 'Manager' } });
    const byInfo = await changeContact({ contactInfo: { name: 'Anna' } });
    const byName = await changeContact({ name: 'Anne', contactTypes: null });
    const torn = await changeContact({ name: 'Anne', contactInfo: { name: 'Bob' } });
    const removed = await changeContact({ contactInfo: null });

    expect(mail.body.contactInfo).toEqual({ ...ann, email: null, title: 'Manager' });
    expect(byInfo.body).toMatchObject({ name: 'Anna', contactInfo: { name: 'Anna', title: 'Manager' } });
    expect(byName.body).toMatchObject({ name: 'Anne', contactInfo: { name: 'Anne' }, contactTypes: null });
    expect(torn).toMatchObject({ status: 400, body: { error: { details: [{ field: 'name' }] } } });
    expect(removed).toMatchObject({ status: 400, body: { error: { details: [{ field: 'contactInfo' }] } } });
    expect((await api.request('GET', '/v1/carrier-contacts/ann')).body).toEqual(byName.body);
  });

  test('a contact without a name or with an unknown type is refused', async () => {
    await using api = await startService(database);
    const { id: carrierId } = await createCarrier(api);
    const create = (input: object) => api.request('POST', '/v1/carrier-contacts', { carrierId, ...input });

    const nameless = await create({ name: 'Ann', contactInfo: { email: 'ann@swift.test' } });
    const unknown = await create({ name: 'Ann', contactInfo: ann, contactTypes: ['FRIEND'] });
    const torn = await create({ name: 'Bob', contactInfo: ann });

    expect(nameless).toMatchObject({ status: 400, body: { error: { details: [{ field: 'contactInfo.name' }] } } });
    expect(unknown).toMatchObject({ status: 400, body: { error: { details: [{ field: 'contactTypes.0' }] } } });
    expect(torn).toMatchObject({ status: 400, body: { error: { details: [{ field: 'name' }] } } });
  });

  test('contacts are found by carrier, person and type, and show the account made for them', async () => {
    await using api = await startService(database);
    const [firstCarrier, secondCarrier] = [await createCarrier(api), await createCarrier(api)];
    const user = await add(api, 'users', { email: 'bob@swift.test', status: 'ACTIVE', roles: ['CARRIER_REP'] });
    const dispatch = { contactTypes: ['DISPATCH'] };
    await add(api, 'carrier-contacts', { carrierId: firstCarrier.id, name: 'Ann', contactInfo: ann, ...dispatch });
    await insertPartyRow(api, 'carrier_contact', {
      carrier_id: secondCarrier.id,
      name: 'Bob',
      invited_user_id: user.id,
    });
    const filterNames = async (filter: object) =>
      (await api.request('POST', '/v1/carrier-contacts/filter', { filter })).body.data.map(
        ({ name }: { name: string }) => name,
      );

    expect(await filterNames({ carrierId: { equalTo: secondCarrier.id } })).toEqual(['Bob']);
    expect(await filterNames({ email: { endsWith: '@swift.test' } })).toEqual(['Ann']);
    expect(await filterNames({ phoneNumber: { includes: '0100' } })).toEqual(['Ann']);
    expect(await filterNames({ contactTypes: { includes: 'DISPATCH' } })).toEqual(['Ann']);
    expect(await filterNames({ contactTypes: { notIncludes: 'DISPATCH' } })).toEqual(['Bob']);
    expect(await filterNames({ invitedUserId: { equalTo: user.id } })).toEqual(['Bob']);
    const { body } = await api.request('POST', '/v1/carrier-contacts/filter', { filter: { name: { equalTo: 'Bob' } } });
    expect(body.data).toMatchObject([
      { invitedUser: { id: user.id, email: 'bob@swift.test' }, carrier: { id: secondCarrier.id } },
    ]);
  });
});
