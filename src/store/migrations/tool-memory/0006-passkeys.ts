import type { TableDefinitions } from '../table.ts';

/**
 * Table of passkeys that approvers sign decisions with, one row for each device or security key. The secret half never
 * leaves the device.
 */
export const passkeyTables = {
  tool_passkey: {
    columns: {
      id: 'text',
      name: 'text',
      public_key: 'text',
      /** Signatures that the device says it has made; 0 for ever where it does not count. */
      counter: 'int',
      /** JSON of the ways in which a browser reaches the device. */
      transports: 'json',
      added_by: 'text',
      added_at: 'instant',
      used_at: 'instant?',
      mark: 'text?',
    },
    primaryKey: ['id'],
  },
} as const satisfies TableDefinitions;
