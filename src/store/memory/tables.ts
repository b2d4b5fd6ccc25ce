import type { Database } from '../connection.ts';
import type { RowOfColumns, RowsOf } from '../migrations/table.ts';
import type { toolMemoryTables } from '../migrations/tool-memory/0001-tool-memory.ts';
import type { settingTables } from '../migrations/tool-memory/0002-tool-setting.ts';
import type { approvalColumns, approverTables } from '../migrations/tool-memory/0003-approval-progress.ts';
import type { wayBackTables } from '../migrations/tool-memory/0007-way-back.ts';
import type { briefTables } from '../migrations/tool-memory/0008-brief.ts';
import type { capabilityTables } from '../migrations/tool-memory/0011-api-capability.ts';
import type { movedMoneyTables } from '../migrations/tool-memory/0009-moved-money.ts';
import type { markColumns } from '../migrations/tool-memory/0004-approval-mark.ts';
import type { leftOutColumns } from '../migrations/tool-memory/0005-left-out.ts';
import type { passkeyTables } from '../migrations/tool-memory/0006-passkeys.ts';
import type { passkeyOwnerColumns } from '../migrations/tool-memory/0010-passkey-owner.ts';

type FirstTables = RowsOf<Omit<typeof toolMemoryTables, 'tool_secret'> & typeof settingTables>;
export type ToolMemoryTables = Omit<FirstTables, 'tool_approval'> & {
  tool_approval: Omit<FirstTables['tool_approval'], 'plan_view'> &
    RowOfColumns<typeof approvalColumns> &
    RowOfColumns<typeof markColumns> &
    RowOfColumns<typeof leftOutColumns>;
  tool_passkey: RowsOf<typeof passkeyTables>['tool_passkey'] & RowOfColumns<typeof passkeyOwnerColumns>;
} & RowsOf<typeof approverTables> &
  RowsOf<typeof wayBackTables> &
  RowsOf<typeof briefTables> &
  RowsOf<typeof movedMoneyTables> &
  RowsOf<typeof capabilityTables>;
export type ToolMemoryDatabase = Database<ToolMemoryTables>;
