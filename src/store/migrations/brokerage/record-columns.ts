/** Columns that every record of an organization has. `key` is the client's own key, unique while the record lives. */
export const record = {
  id: 'text',
  organization_id: 'text',
  key: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
  deleted_by_id: 'text?',
} as const;

/*
 * Every query names the organization, so every index of its tables begins with it: SQLite would otherwise prefer an index
 * on the organization alone to a more selective one that does not mention it.
 */

export const uniqueKey = {
  columns: ['organization_id', 'key'],
  where: 'key is not null and deleted_at is null',
} as const;
export const uniqueFriendlyId = { columns: ['organization_id', 'friendly_id'] } as const;
export const byId = ['id'] as const;
export const newestFirst = ['organization_id', 'id'] as const;
