import type { LoadDesk } from '../../mcp/support/load-desk.ts';

const friday = '2026-11-20T15:00:00.000Z';

const sound = {
  name: 'Ironbark Dale',
  type: 'TRUCKLOAD',
  status: 'ACTIVE',
  equipments: ['VAN'],
  operatingAbility: 'AUTHORIZED',
  inFmcsa: true,
  insuranceAuthorityDate: '2019-05-01T00:00:00.000Z',
  insuranceExpirationDate: '2027-06-01T00:00:00.000Z',
  insuranceAutoLiabilityLimit: 1_000_000,
  insuranceCargoLiabilityLimit: 100_000,
  rating: 'SATISFACTORY',
};

/** Creates a carrier on file for months, without warnings, and paid in the same way ever since. */
export async function createCarrierOnFile(desk: LoadDesk, changes: object = {}) {
  desk.clock.now = '2026-06-01T15:00:00.000Z';
  const { body } = await desk.request('POST', '/v1/carriers', { ...sound, ...changes });
  await desk.request('POST', '/v1/carrier-payment-methods', {
    carrierId: body.id,
    paymentMethodType: 'ACH',
    paymentRecipientType: 'DIRECT',
    companyName: sound.name,
    isPreferred: true,
    status: 'ACTIVE',
  });
  desk.clock.now = friday;
  return body;
}
