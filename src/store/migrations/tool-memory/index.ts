import { addColumns, createTables } from '../ddl.ts';
import type { Migration } from '../migration.ts';
import { toolMemoryTables } from './0001-tool-memory.ts';
import { createSettings } from './0002-tool-setting.ts';
import { approvalColumns, approvalDefaults, approverTables } from './0003-approval-progress.ts';
import { wayBackTables } from './0007-way-back.ts';
import { markApprovals } from './0004-approval-mark.ts';
import { leftOutColumns } from './0005-left-out.ts';
import { passkeyTables } from './0006-passkeys.ts';
import { briefTables } from './0008-brief.ts';
import { movedMoneyTables } from './0009-moved-money.ts';
import { passkeyOwnerColumns } from './0010-passkey-owner.ts';
import { capabilityTables } from './0011-api-capability.ts';

/** In order; a released migration never changes. */
export const toolMemoryMigrations: readonly Migration[] = [
  { name: '0001-tool-memory', up: (db, kind) => createTables(db, kind, toolMemoryTables) },
  { name: '0002-tool-setting', up: createSettings },
  {
    name: '0003-approval-progress',
    async up(db, kind) {
      await addColumns(db, kind, { tool_approval: { columns: approvalColumns, defaults: approvalDefaults } });
      await createTables(db, kind, approverTables);
    },
  },
  { name: '0004-approval-mark', up: markApprovals },
  { name: '0005-left-out', up: (db, kind) => addColumns(db, kind, { tool_approval: { columns: leftOutColumns } }) },
  { name: '0006-passkeys', up: (db, kind) => createTables(db, kind, passkeyTables) },
  { name: '0007-way-back', up: (db, kind) => createTables(db, kind, wayBackTables) },
  { name: '0008-brief', up: (db, kind) => createTables(db, kind, briefTables) },
  { name: '0009-moved-money', up: (db, kind) => createTables(db, kind, movedMoneyTables) },
  {
    name: '0010-passkey-owner',
    up: (db, kind) => addColumns(db, kind, { tool_passkey: { columns: passkeyOwnerColumns } }),
  },
  { name: '0011-api-capability', up: (db, kind) => createTables(db, kind, capabilityTables) },
];
