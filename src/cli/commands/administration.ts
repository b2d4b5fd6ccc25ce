import type { Command } from 'commander';
import { v7 } from 'uuid';
import { WaybillError } from '../../errors.ts';
import { appendAudit, type AuditKind } from '../../mcp/audit/audit.ts';
import { stripInvisible } from '../../mcp/text/invisible.ts';
import type { Run } from '../session.ts';
import { commandFacts } from './command-facts.ts';
import { helpName } from './command-names.ts';

/** Commands that change nothing by themselves, or write entries of their own. Every other one is administration. */
export const unauditedCommands: readonly string[] = [
  'stdio',
  'http',
  'health',
  'install',
  'uninstall',
  'service',
  'desk',
  'call',
  'tools',
  'openapi',
  'completion',
  'sync run',
  'sync status',
  'sync verify',
  'doctor',
  'approvals list',
  'approvals show',
  'approvals approve',
  'approvals deny',
  'approvals open',
  'approvals link',
  'approvals passkeys list',
  'approvals passkeys remove',
  'audit tail',
  'audit verify',
  'audit export',
  'audit accept',
  'org list',
  'clients list',
  'events list',
  'sandbox status',
  'policy check',
  'policy show',
  'keys rotate',
  'keys give-up',
];

const summaryMax = 500;

export interface Administration {
  end(status: string): Promise<void>;
}

/** Writes into the audit log that an administrative command begins; without that entry it does not run. */
export async function beginAdministration(command: Command, run: Run): Promise<Administration | undefined> {
  const path = pathOf(command);
  if (isUnaudited(path, command)) return undefined;
  const { config, log, now } = await run.openSession();
  const { withMemory } = await import('../opening/desk-api.ts');
  const attempt = v7();
  const summary = stripInvisible(await wordsOf(path, command)).text.slice(0, summaryMax);
  const write = (kind: AuditKind, status: string) =>
    withMemory(config, (memory) =>
      appendAudit({ memory, log }, commandFacts(config, path, { kind, attempt, at: now(), status, summary })),
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

export const statusOf = (error: unknown): string => (error instanceof WaybillError ? error.code : 'INTERNAL_ERROR');

/** The words that name a command, without the program's own. */
export function pathOf(command: Command): string {
  const above = command.parent;
  return above === null || above.parent === null ? command.name() : `${pathOf(above)} ${command.name()}`;
}

/** Without a file the letterhead is only shown. */
const isUnaudited = (path: string, command: Command): boolean =>
  command.name() === helpName ||
  unauditedCommands.includes(path) ||
  (path === 'org letterhead' && command.args.length < 2);

/** What was asked for, as it may be written down: the address of a database may hold a password. */
async function wordsOf(path: string, command: Command): Promise<string> {
  const { shownAddress } = await import('../../store/shown-address.ts');
  const { readDatabase } = await import('../flags.ts');
  const { database, ...flags } = command.opts<Record<string, unknown>>();
  const named = Object.entries(flags).map(([name, value]) => `${name}=${String(value)}`);
  const where = typeof database === 'string' ? [`database=${shownAddress(readDatabase(database))}`] : [];
  return [path, ...command.args.map((word) => JSON.stringify(word)), ...named, ...where].join(' ');
}
