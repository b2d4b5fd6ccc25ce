import type { AuditFacts } from '../../mcp/audit/audit.ts';
import { commandName } from '../command-text.ts';
import type { Config } from '../config.ts';

/** What the audit log keeps of a command of an operator. */
export const commandFacts = (
  { userName }: Pick<Config, 'userName'>,
  command: string,
  facts: Pick<AuditFacts, 'kind' | 'attempt' | 'at' | 'status' | 'summary'>,
): AuditFacts => ({
  ...facts,
  who: userName,
  client: 'waybill command line',
  tool: commandName(command),
  planHash: null,
  approvalId: null,
  calls: [],
  undo: null,
});
