import { collection, recordColumns, recordRow } from '../kit/collection.ts';

/** The name only: nothing of their banks. */
export const factors = collection({
  name: 'factor',
  resource: 'carrierFactors',
  list: (api) => api.carrierFactors.filter,
  tables: {
    factor: {
      columns: { ...recordColumns, name: 'text' },
      primaryKey: ['id'],
      owner: 'id',
      index: [['created_at']],
    },
  },
  rowsOf: (factor) => ({ factor: [{ ...recordRow(factor), name: factor.companyName }] }),
});
