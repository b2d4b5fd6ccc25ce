import { collection, recordColumns, recordRow } from '../kit/collection.ts';

/** Who looks after customers and prices quotes. */
export const users = collection({
  name: 'user_account',
  resource: 'users',
  list: (api) => api.users.filter,
  tables: {
    user_account: {
      columns: { ...recordColumns, name: 'text?', email: 'text' },
      primaryKey: ['id'],
      owner: 'id',
      index: [['created_at']],
    },
  },
  rowsOf: (user) => ({ user_account: [{ ...recordRow(user), name: user.name, email: user.email }] }),
});
