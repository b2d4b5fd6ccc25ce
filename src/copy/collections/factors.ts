import { factorTables } from '../../copy-tables/factors.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';

/** Names of factors, without their bank details. */
export const factors = defineCollection({
  name: 'factor',
  isReferredTo: true,
  resource: 'carrierFactors',
  list: (api) => api.carrierFactors.filter,
  tables: factorTables,
  toRows: (factor) => ({ factor: [{ ...toRecordRow(factor), name: factor.companyName }] }),
});
