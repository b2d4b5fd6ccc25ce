import type { IndexedTables, TableDefinitions } from '../table.ts';

const record = {
  id: 'text',
  organization_id: 'text',
  key: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
  deleted_by_id: 'text?',
} as const;

const uniqueKey = { columns: ['organization_id', 'key'], where: 'key is not null and deleted_at is null' } as const;
const byId = ['id'] as const;
const newestFirst = ['organization_id', 'id'] as const;

/** What the people of a brokerage keep for themselves: their companies, teams and searches. */
export const organizationRecordTables = {
  company: {
    columns: {
      ...record,
      name: 'text',
      address_line1: 'text?',
      address_line2: 'text?',
      city: 'text?',
      country: 'text?',
      fax: 'text?',
      invoice_only: 'bool?',
      invoice_verbiage: 'text?',
      primary_contact_name: 'text?',
      primary_contact_email: 'text?',
      primary_contact_phone: 'text?',
      created_by_id: 'text?',
    },
    primaryKey: byId,
    unique: [uniqueKey],
    index: [newestFirst],
  },
  team: {
    columns: { ...record, name: 'text' },
    primaryKey: byId,
    unique: [uniqueKey],
    index: [newestFirst],
  },
  team_member: {
    columns: { organization_id: 'text', team_id: 'text', user_id: 'text' },
    primaryKey: ['team_id', 'user_id'],
    index: [
      ['organization_id', 'team_id'],
      ['organization_id', 'user_id'],
    ],
  },
  /** Deleted for good: `deleted_at` stays empty and is there for the queries that all records share. */
  saved_search: {
    columns: {
      ...record,
      name: 'text',
      preference_type: 'text',
      json_value: 'json',
      is_public: 'bool?',
      group_id: 'text?',
      owned_by_user_id: 'text?',
      /** The API client that saved it; empty when it belongs to the whole organization. */
      owner_client_id: 'text?',
    },
    primaryKey: byId,
    unique: [uniqueKey],
    index: [newestFirst],
  },
} as const satisfies TableDefinitions;

/** What the collections of contacts and payment methods need besides the indexes that their parents' views use. */
export const organizationRecordIndexes = {
  customer_contact: { index: [newestFirst] },
  location_contact: { unique: [uniqueKey], index: [newestFirst, ['organization_id', 'customer_contact_id']] },
  vendor_contact: { unique: [uniqueKey] },
  vendor_payment_method: { unique: [uniqueKey] },
} as const satisfies IndexedTables;
