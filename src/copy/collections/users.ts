import { userTables } from '../../copy-tables/users.ts';
import { collection, recordRow } from '../kit/collection.ts';

/** Who looks after customers and prices quotes. */
export const users = collection({
  name: 'user_account',
  isReferredTo: true,
  resource: 'users',
  list: (api) => api.users.filter,
  tables: userTables,
  toRows: (user) => ({ user_account: [{ ...recordRow(user), name: user.name, email: user.email }] }),
});
