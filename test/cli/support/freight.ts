import type { Input } from '../../../src/contract/kit/operation.ts';
import type { quotes } from '../../../src/contract/freight/quotes.ts';

/** From Chicago to Dallas, in the request's words. */
export const order: Input<(typeof quotes)['create']>['order'] = {
  mode: 'TL',
  stops: [
    { type: 'PICKUP', postalCode: '60607', requestedStartDate: '2026-11-23' },
    { type: 'DELIVERY', postalCode: '75201', requestedStartDate: '2026-11-25' },
  ],
  freight: { weight: 42_000 },
};
