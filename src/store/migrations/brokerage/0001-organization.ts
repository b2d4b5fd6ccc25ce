import type { UserStatus } from '../../../domain/parties/party-codes.ts';
import type { PreferenceType } from '../../../domain/kit/saved-search.ts';
import { oneOf, type TableDefinitions } from '../table.ts';
import { byId, newestFirst, record, uniqueKey } from './record-columns.ts';

/** An organization, its people and clients, and what the service remembers between calls. */
export const organizationTables = {
  organization: {
    columns: {
      id: 'text',
      name: 'text',
      currency: 'text',
      reviews_bills: 'bool',
      rate_tier: oneOf<'STANDARD' | 'ENTERPRISE'>(),
      rate_limit_per_minute: 'int',
      is_sandbox: 'bool',
      created_at: 'instant',
    },
    primaryKey: byId,
  },
  api_client: {
    columns: {
      id: 'text',
      organization_id: 'text',
      secret_hash: 'text',
      name: 'text',
      scopes: 'text',
      created_at: 'instant',
      revoked_at: 'instant?',
    },
    primaryKey: byId,
  },
  secret: { columns: { name: 'text', value: 'text' }, primaryKey: ['name'] },
  setting: { columns: { name: 'text', value: 'text' }, primaryKey: ['name'] },
  counter: {
    columns: { organization_id: 'text', name: 'text', value: 'int' },
    primaryKey: ['organization_id', 'name'],
  },
  idempotency: {
    columns: {
      organization_id: 'text',
      key: 'text',
      request_hash: 'text',
      status: 'int',
      body: 'text?',
      created_at: 'instant',
    },
    primaryKey: ['organization_id', 'key'],
    index: [['created_at']],
  },
  rate_window: {
    columns: { organization_id: 'text', minute: 'int', used: 'int' },
    primaryKey: ['organization_id', 'minute'],
  },
  activity: {
    columns: {
      id: 'text',
      organization_id: 'text',
      record_type: 'text',
      record_id: 'text',
      at: 'instant',
      actor: 'text',
      text: 'text',
    },
    primaryKey: byId,
    index: [['organization_id', 'record_id']],
  },
  user_account: {
    columns: {
      ...record,
      email: 'text',
      name: 'text?',
      phone: 'text?',
      phone_ext: 'text?',
      status: oneOf<UserStatus>(),
      roles: 'json',
      dat_username: 'text?',
      mcp_username: 'text?',
      avatar_id: 'text?',
    },
    primaryKey: byId,
    unique: [uniqueKey],
  },
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
      preference_type: oneOf<PreferenceType>(),
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
