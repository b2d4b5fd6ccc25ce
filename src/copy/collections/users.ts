import { userTables } from '../../copy-tables/users.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';

/** The people who look after customers and price quotes. */
export const users = defineCollection({
  name: 'user_account',
  isReferredTo: true,
  resource: 'users',
  list: (api) => api.users.filter,
  tables: userTables,
  toRows: (user) => ({ user_account: [{ ...toRecordRow(user), name: user.name, email: user.email }] }),
});
