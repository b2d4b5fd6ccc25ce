import type { Command } from 'commander';
import type { Run, Session } from '../session.ts';

/** Headings of the list of commands, in its order. */
export type Heading = 'Start' | 'Decide' | 'Look' | 'Check' | 'Set up' | 'Run the service';

/** An argument of a command. `<name>` must be given, `[name]` may be. */
export interface ArgumentRow {
  readonly name: string;
  readonly description: string;
  /** The only words that are accepted. */
  readonly choices?: readonly string[];
}

/** An option of a command. */
export interface OptionRow {
  /** Flags as commander reads them, such as `--port <number>`. */
  readonly flags: string;
  readonly description: string;
  readonly default?: string;
  /** The only words that are accepted. */
  readonly choices?: readonly string[];
  readonly isRequired?: true;
  /** The option may be repeated; its value is the list of all values. */
  readonly isRepeatable?: true;
  /** The value names a database. The path of a SQLite file is resolved. */
  readonly isDatabase?: true;
}

/** Arguments of a command in their order, then its options, as commander passes them on. */
type Parsed = Parameters<Parameters<Command['action']>[0]>;

/**
 * Entries of a command in the audit log: `administration` gets one before and one after the command, `own` writes its
 * own, and `none` changes nothing.
 */
export type AuditRule = 'administration' | 'own' | 'none';

/** Words, texts, arguments and options of a command. */
interface CommandTexts {
  /** Words that call the command, such as `approvals passkeys list`. */
  readonly words: string;
  /** Text in the list of commands, if the description is too long for it. */
  readonly summary?: string;
  readonly description: string;
  readonly examples?: readonly string[];
}

/** A command that only holds the commands whose words begin with its own. */
export interface CommandGroupRow extends CommandTexts {
  readonly isGroup: true;
}

/** A command that does something. */
export interface CommandRow extends CommandTexts {
  readonly isGroup?: never;
  readonly arguments?: readonly ArgumentRow[];
  readonly options?: readonly OptionRow[];
  /** The command runs where only the words of its group are given. */
  readonly isDefault?: true;
  /** The command serves programs until it is stopped, and logs at `info`; any other logs at `warn`. */
  readonly isServer?: true;
  /** Rule for the audit log, which may depend on the arguments. */
  readonly audit: AuditRule | ((args: readonly string[]) => AuditRule);
  /** Loads the module of the command and runs it. Returns the exit code, or nothing for 0. */
  readonly run: (session: Session, ...parsed: Parsed) => Promise<number | void>;
}

/** A command that needs the declared commands and no settings. */
export interface BareCommandRow extends Omit<CommandRow, 'run'> {
  readonly runBare: (run: Run, program: Command, ...parsed: Parsed) => Promise<void>;
}

export type AnyCommandRow = CommandGroupRow | CommandRow | BareCommandRow;

/** The option that names the database of a command. */
export const databaseOption: OptionRow = {
  flags: '--database <url>',
  description: 'sqlite:PATH or postgres://... (default: the database in your settings, or the sandbox)',
  isDatabase: true,
};

export const jsonOption: OptionRow = { flags: '--json', description: 'print JSON' };

/** The option that answers a command's question. */
export const yesOption: OptionRow = { flags: '--yes', description: 'do not ask' };
