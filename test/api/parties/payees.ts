import type { ApiAnswer, ApiCaller } from '../../support/service/service.ts';
import { createCarrier, createVendor } from './parties.ts';

/** Ways to set up who is paid, and how. */

type CreatedBody = ApiAnswer['body'];

export async function add(api: ApiCaller, collection: string, input: object): Promise<CreatedBody> {
  const { status, body } = await api.request('POST', `/v1/${collection}`, input);
  if (status !== 201) throw new Error(`not created in ${collection}: ${JSON.stringify(body)}`);
  return body;
}

export const addFactor = (api: ApiCaller, input: object = {}): Promise<CreatedBody> =>
  add(api, 'carrier-factors', { companyName: 'Quick Factor', ...input });

export const addTerm = (api: ApiCaller): Promise<CreatedBody> =>
  add(api, 'payment-terms', { name: 'Net 30', days: 30 });

export const directInput = { paymentRecipientType: 'DIRECT', paymentMethodType: 'ACH' };
export const factorInput = { paymentRecipientType: 'FACTOR', paymentMethodType: 'ACH' };

export const addCarrierMethod = (api: ApiCaller, carrierId: string, input: object = {}): Promise<CreatedBody> =>
  add(api, 'carrier-payment-methods', { carrierId, ...directInput, ...input });

export const addVendorMethod = (api: ApiCaller, vendorId: string, input: object = {}): Promise<CreatedBody> =>
  add(api, 'vendor-payment-methods', { vendorId, paymentMethodType: 'ACH', ...input });

/** The collections below carriers and vendors, each with an input that makes a record and the field of its owner. */
export const payeeCollections = [
  {
    collection: 'carrier-contacts',
    owner: 'carrierId',
    input: async (api: ApiCaller) => ({
      carrierId: (await createCarrier(api)).id,
      name: 'Ann',
      contactInfo: { name: 'Ann', email: 'ann@swift.test' },
    }),
    change: { contactTypes: ['DISPATCH'] },
  },
  {
    collection: 'carrier-factors',
    owner: 'paymentTermId',
    input: async (api: ApiCaller) => ({ companyName: 'Quick Factor', paymentTermId: (await addTerm(api)).id }),
    change: { city: 'Dallas' },
  },
  {
    collection: 'carrier-payment-methods',
    owner: 'carrierId',
    input: async (api: ApiCaller) => ({ carrierId: (await createCarrier(api)).id, ...directInput }),
    change: { bankName: 'First Bank' },
  },
  {
    collection: 'vendor-contacts',
    owner: 'vendorId',
    input: async (api: ApiCaller) => ({ vendorId: (await createVendor(api)).id, email: 'ops@customs.test' }),
    change: { roles: ['BILLING'] },
  },
  {
    collection: 'vendor-payment-methods',
    owner: 'vendorId',
    input: async (api: ApiCaller) => ({ vendorId: (await createVendor(api)).id, paymentMethodType: 'WIRE' }),
    change: { bankName: 'First Bank' },
  },
] as const;
