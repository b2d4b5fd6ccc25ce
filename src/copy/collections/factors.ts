import { factorTables } from '../../copy-tables/factors.ts';
import { collection, recordRow } from '../kit/collection.ts';

/** The name only: nothing of their banks. */
export const factors = collection({
  name: 'factor',
  isReferredTo: true,
  resource: 'carrierFactors',
  list: (api) => api.carrierFactors.filter,
  tables: factorTables,
  toRows: (factor) => ({ factor: [{ ...recordRow(factor), name: factor.companyName }] }),
});
