import { WaybillError } from '../../errors.ts';
import type { AuditDetails } from '../../mcp/audit/audit.ts';
import { formatCommandName } from '../command-text.ts';
import type { Config } from '../config.ts';

/** Returns the entry of the audit log for a command of an operator. */
export const buildCommandEntry = (
  { userName }: Pick<Config, 'userName'>,
  command: string,
  entry: Pick<AuditDetails, 'kind' | 'attempt' | 'at' | 'status' | 'summary'>,
): AuditDetails => ({
  ...entry,
  who: userName,
  client: 'waybill command line',
  tool: formatCommandName(command),
  planHash: null,
  approvalId: null,
  calls: [],
  undo: null,
});

export const getErrorStatus = (error: unknown): string =>
  error instanceof WaybillError ? error.code : 'INTERNAL_ERROR';
