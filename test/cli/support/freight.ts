import type { Operations } from '../../../src/contract/types.ts';

/** From Chicago to Dallas, in the request's words. */
export const order: Operations['quotes']['create']['input']['order'] = {
  mode: 'TL',
  stops: [
    { type: 'PICKUP', postalCode: '60607', requestedStartDate: '2026-11-23' },
    { type: 'DELIVERY', postalCode: '75201', requestedStartDate: '2026-11-25' },
  ],
  freight: { weight: 42_000 },
};
