import { userStatuses } from '../../domain/parties/party-codes.ts';
import * as z from 'zod';
import { SentFlag } from '../kit/absent.ts';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import {
  datetimeField,
  defineEnumArrayField,
  defineEnumField,
  keyField,
  stringField,
  uuidField,
} from '../kit/filter-fields.ts';
import { TeamMember, userRoles, UserTeam } from './people.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { searchOperation } from '../kit/search.ts';
import {
  ClientKey,
  each,
  Email,
  Instant,
  Money,
  nullable,
  optional,
  PhoneInput,
  RecordName,
  ReferenceInput,
  TextInput,
  UserReference,
  Uuid,
} from '../kit/shapes.ts';

export const User = TeamMember.extend({ teams: z.array(UserTeam), deletedBy: UserReference.nullable() }).meta({
  id: 'User',
});

const details = {
  ...each(TextInput, 'name', 'datUsername', 'mcpUsername'),
  ...each(PhoneInput, 'phone', 'phoneExt'),
  key: ClientKey,
  avatarId: Uuid,
};

/** The lists of a patch replace all that was there. */
const required = {
  email: Email,
  status: z.enum(userStatuses),
  roles: z.array(z.enum(userRoles)).min(1).max(userRoles.length),
};

const Teams = z.array(ReferenceInput).max(100).optional();

export const UserInput = z.strictObject({ ...required, ...optional(details), teams: Teams }).meta({ id: 'UserInput' });

export const UserPatch = z
  .strictObject({ ...optional(required), ...nullable(details), teams: Teams })
  .meta({ id: 'UserPatch' });

/** User statuses in rows. */
export const userRowStatuses = ['pending', 'active', 'inactive'] as const;

export const UserSearchRow = z
  .object({
    object: z.literal('USER_SEARCH_ROW'),
    id: Uuid,
    name: RecordName,
    email: z.string(),
    emailVerified: SentFlag,
    phone: z.string().nullable(),
    status: z.enum(userRowStatuses),
    roles: z.array(z.string()),
    visibility: z.enum(['ALL', 'LIMITED']).nullable(),
    teamIds: z.array(Uuid),
    teamNames: z.array(z.string()),
    customersCount: z.int(),
    ...each(z.int().nullable(), 'quotesCount', 'quotesWon'),
    /** Percent, 0 to 100. */
    quoteWinRate: z.number().nullable(),
    /** Shipments. */
    ordersCount: z.int(),
    ...each(Money, 'ordersTotalRevenue', 'ordersTotalTransportationCost', 'ordersTotalGrossProfit'),
    averageGrossProfitPerOrder: Money.nullable(),
    carriersCount: z.int(),
    createdAt: Instant,
    lastInvitedAt: Instant.nullable(),
  })
  .meta({ id: 'UserSearchRow' });

const userCriteria = {
  ...each('uuid', 'id', 'teamIds'),
  ...each('text', 'name', 'email', 'phone', 'teamNames'),
  emailVerified: 'bool',
  ...each('key', 'status', 'roles', 'visibility'),
  ...each('int', 'customersCount', 'quotesCount', 'quotesWon', 'ordersCount', 'carriersCount'),
  ...each('float', 'quoteWinRate', 'ordersTotalRevenue', 'ordersTotalTransportationCost'),
  ...each('float', 'ordersTotalGrossProfit', 'averageGrossProfitPerOrder'),
  ...each('datetime', 'createdAt', 'lastInvitedAt'),
} as const;

export const users = {
  filter: filterOperation({
    name: 'User',
    path: '/users/filter',
    summary: 'List users that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'avatarId'),
      ...each(stringField, 'email', 'name', 'phone', 'datUsername', 'mcpUsername'),
      status: defineEnumField(userStatuses),
      roles: defineEnumArrayField(userRoles),
      key: keyField,
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: User,
    page: 'pagination',
  }),
  search: searchOperation({
    name: 'User',
    path: '/users/search',
    summary: 'Search users with their teams and figures',
    fields: userCriteria,
    preference: 'USER',
    row: UserSearchRow,
    full: User,
  }),
  create: createOperation({
    path: '/users',
    summary: 'Create a user',
    fieldGates: fieldGates['users.create'],
    body: UserInput,
    response: User,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/users/{id}', summary: 'Read one user', response: User }),
  update: updateOperation({
    path: '/users/{id}',
    summary: 'Change a user',
    fieldGates: fieldGates['users.update'],
    body: UserPatch,
    response: User,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({ path: '/users/{id}', summary: 'Delete a user (soft)' }),
};
