import type { Command } from 'commander';
import { v7 } from 'uuid';
import { appendAudit, type AuditKind } from '../../mcp/audit/audit.ts';
import { stripInvisible } from '../../mcp/text/invisible.ts';
import type { Run } from '../session.ts';
import { buildCommandEntry } from '../commands/command-entry.ts';
import { findCommandRow } from './command-table.ts';

const summaryMax = 500;

export interface Administration {
  end(status: string): Promise<void>;
}

/** Writes into the audit log that an administrative command begins; without that entry it does not run. */
export async function beginAdministration(command: Command, run: Run): Promise<Administration | undefined> {
  const path = formatCommandPath(command);
  if (!isAdministration(path, command.args)) return undefined;
  const { config, log, now } = await run.openSession();
  const { withMemory } = await import('../opening/desk-api.ts');
  const attempt = v7();
  const summary = stripInvisible(await describeCommand(path, command)).text.slice(0, summaryMax);
  const write = (kind: AuditKind, status: string) =>
    withMemory(config, (memory) =>
      appendAudit({ memory, log }, buildCommandEntry(config, path, { kind, attempt, at: now(), status, summary })),
    );
  await write('started', 'started');
  return {
    async end(status) {
      try {
        await write('finished', status);
      } catch (error) {
        // What was done is done; that it began is written.
        log('error', 'The audit log could not be written after a command.', { attempt, cause: String(error) });
      }
    },
  };
}

/** Returns the words that call a command, such as `approvals passkeys list`. */
export function formatCommandPath(command: Command): string {
  const above = command.parent;
  return above === null || above.parent === null ? command.name() : `${formatCommandPath(above)} ${command.name()}`;
}

/** Returns true if the audit log gets an entry before and after the command. Help is no row of the table. */
function isAdministration(path: string, args: readonly string[]): boolean {
  const row = findCommandRow(path);
  if (row === undefined || row.isGroup) return false;
  return (typeof row.audit === 'function' ? row.audit(args) : row.audit) === 'administration';
}

/** Describes a command for the audit log. The address of a database is masked, because it may hold a password. */
async function describeCommand(path: string, command: Command): Promise<string> {
  const { formatAddress } = await import('../../store/shown-address.ts');
  const { readDatabase } = await import('../flags.ts');
  const { database, ...flags } = command.opts<Record<string, unknown>>();
  const options = Object.entries(flags).map(([name, value]) => `${name}=${String(value)}`);
  const where = typeof database === 'string' ? [`database=${formatAddress(readDatabase(database))}`] : [];
  return [path, ...command.args.map((word) => JSON.stringify(word)), ...options, ...where].join(' ');
}
