import { Argument, Command, CommanderError } from 'commander';
import { version } from '../../version.ts';
import type { Run } from '../session.ts';
import type { OutputStream } from '../program-context.ts';
import { type Administration, beginAdministration, statusOf } from './administration.ts';
import { completeGroups, withChoices } from './command-names.ts';
import { type CommandSetup, createSetup } from './command-setup.ts';
import { hosts } from './install/hosts.ts';
import { addSandbox, addServiceCommands } from './service-commands.ts';

const exitWrongUsage = 2;

/** Runs the command that the words name. Returns the exit code. */
export async function runCommand(words: readonly string[], run: Run): Promise<number> {
  const program = createProgram(run);
  let administration: Administration | undefined;
  program.hook('preAction', async (_program, command) => {
    administration = await beginAdministration(command, run);
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    await administration?.end(run.exitCode() === 0 ? 'done' : 'NOT_DONE');
    return run.exitCode();
  } catch (error) {
    await administration?.end(statusOf(error));
    // Commander has already written its own sentence, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitWrongUsage;
    throw error;
  }
}

/** Commands load their layers when they run, so that each starts as quickly as it can. */
export function createProgram(run: Run): Command {
  const { stdout, stderr } = run.context.streams;
  const setup = createSetup(run);
  const program = new Command('waybill')
    // Every command takes these two over from the program, so they come first.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => computeWidth(stdout),
      getErrHelpWidth: () => computeWidth(stderr),
    })
    .description(
      'Waybill lets an AI assistant run a freight brokerage desk. You approve the changes that count. A sandbox brokerage is built in, so you can try everything.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .option('--env-file <file>', 'read settings from this file too')
    .option('--home <dir>', 'keep data in this folder (default: WAYBILL_HOME)')
    .hook('preAction', (named, command) => {
      run.usePlaces({ ...named.opts(), database: command.opts()['database'] });
    })
    // Names alone leave room for what each command does.
    .configureHelp({ subcommandTerm: (command) => command.name(), commandDescription: formatDescription })
    .showSuggestionAfterError()
    .showHelpAfterError(`(${run.commandText('help COMMAND')} shows examples)`)
    .addHelpText(
      'after',
      setup.examples(['install claude-desktop', 'approvals list', 'call find \'{"query":"SHP-1042"}\'', 'doctor']),
    );
  const addGroup = (heading: string, ...declarations: readonly Declare[]) => {
    program.commandsGroup(`${heading}:`);
    for (const declare of declarations) declare(program, setup);
  };
  addGroup('Start', addInstall, addServers);
  addGroup('Decide', addApprovals, addPolicy);
  addGroup('Look', addDesk, addTools);
  addGroup('Check', addDoctor, addHealth, addAudit, addSync);
  addGroup('Set up', addSandbox, addKeys, addCompletion);
  addGroup('Run the service', addServiceCommands);
  program.commandsGroup('Check:');
  completeGroups(program);
  return program;
}

/** Declares commands of a program. */
type Declare = (program: Command, setup: CommandSetup) => void;

function formatDescription(command: Command): string {
  const text = command.description();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

const usualColumns = 80;

const computeWidth = ({ isTTY, columns }: OutputStream) => (isTTY ? (columns ?? usualColumns) : usualColumns);

function addServers(program: Command, { perform, examples }: CommandSetup): void {
  program
    .command('stdio', { isDefault: true })
    .summary('start the MCP server; assistants run this (the default)')
    .description('start the MCP server on standard input and output; assistants run this (the default command)')
    .addHelpText('after', examples(['stdio', '--env-file desk.env stdio']))
    .action(() => perform(async (session) => (await import('./servers/stdio.ts')).runStdio(session)));
  program
    .command('http')
    .summary('start the MCP server over HTTP, with the approvals page')
    .description(
      'start the MCP server at http://127.0.0.1:3333/mcp, with the approvals page; prints one line of JSON when it is ready. WAYBILL_ALLOWED_HOSTS and WAYBILL_ALLOWED_ORIGINS name further hosts and web pages that may call it',
    )
    .option('--host <address>', 'address to listen on; without sign-in 127.0.0.1 or localhost', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 picks a free one', '3333')
    .addHelpText('after', examples(['http', 'http --port 0']))
    .action((flags) => perform(async (session) => (await import('./servers/http.ts')).runHttp(flags, session)));
}

function addHealth(program: Command, { perform, examples }: CommandSetup): void {
  program
    .command('health')
    .summary('ask the server that runs here whether it is healthy')
    .description('ask the server that runs here whether it is healthy: exit code 0, or 1 with the reason')
    .option(
      '--url <address>',
      'address of a health check (default: the one that the server wrote to WAYBILL_RUNTIME_DIR)',
    )
    .addHelpText('after', examples(['health', 'health --url http://127.0.0.1:3333/healthz']))
    .action((flags) => perform(async (session) => (await import('./health.ts')).runHealth(flags, session)));
}

function addInstall(program: Command, { perform, examples }: CommandSetup): void {
  const client = () => withChoices(new Argument('<client>', 'the assistant or editor to connect'), Object.keys(hosts));
  const fileFlag = ['--file <file>', "the client's settings file, if it isn't the usual one"] as const;
  program
    .command('install')
    .summary('connect an assistant or editor on this machine')
    .description(
      'connect an assistant or editor on this machine: adds Waybill to its settings, changes nothing else there; in a terminal it then copies your records',
    )
    .addArgument(client())
    .option('--npx', 'let the client start Waybill with npx, which needs no installation')
    .option(...fileFlag)
    .option('--print', 'print the settings, and the link of a button if the client has one; write nothing')
    .option('--no-copy', "leave copying your records to the client's first start of Waybill")
    .addHelpText(
      'after',
      examples([
        'install claude-desktop',
        'install cursor --npx',
        'install vscode --print',
        'install librechat --file LibreChat/librechat.yaml',
      ]),
    )
    .action((name, flags) =>
      perform(async (session) => (await import('./install/install.ts')).runInstall(name, flags, session)),
    );
  program
    .command('uninstall')
    .summary('disconnect it again; your records stay')
    .description("remove Waybill from an assistant's settings, with all that install made; your records stay")
    .addArgument(client())
    .option(...fileFlag)
    .addHelpText('after', examples(['uninstall claude-desktop']))
    .action((name, flags) =>
      perform(async (session) => (await import('./install/install.ts')).runUninstall(name, flags, session)),
    );
}

function addDesk(program: Command, { perform, examples }: CommandSetup): void {
  program
    .command('desk')
    .summary('open a read-only page with charts')
    .description(
      'open a read-only page with charts of exceptions, receivables, billing, and bills; prints its link as one line of JSON',
    )
    .option('--port <number>', 'port to listen on; 0 picks a free one', '0')
    .addHelpText('after', examples(['desk', 'desk --port 8090']))
    .action((flags) => perform(async (session) => (await import('./desk/desk.ts')).runDesk(flags, session)));
}

function addTools(program: Command, { perform, examples }: CommandSetup): void {
  program
    .command('call')
    .summary('run one tool and print its answer')
    .description('run one tool and print its answer; exits with 0, 1 (error), or 3 (needs an approval)')
    .argument('<tool>', 'name of the tool')
    .argument('[json]', "the tool's arguments as one JSON object")
    .option('--json', 'print the whole result as JSON')
    .addHelpText(
      'after',
      examples([
        'call track_shipments \'{"shipments":["SHP-1042","4500-7781"]}\'',
        'call list_shipments \'{"exception":"late"}\' --json',
      ]),
    )
    .action((tool, json, flags) =>
      perform(async (session) => (await import('./call.ts')).runCall(tool, json, flags, session)),
    );
  program
    .command('tools')
    .summary('list the tools your assistant gets')
    .description('list the tools your assistant gets, and what each one may change')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(['tools', 'tools --json']))
    .action((flags) => perform(async (session) => (await import('./tools.ts')).runTools(flags, session)));
}

function addSync(program: Command, { perform, examples }: CommandSetup): void {
  const sync = program
    .command('sync')
    .description('update, show, or check the local copy of your records')
    .addHelpText(
      'after',
      examples(['sync', 'sync --full', 'sync status', 'sync verify', 'sync verify --whole --repair']),
    );
  sync
    .command('run', { isDefault: true })
    .description('bring the copy up to date (the default); if you stop it, the next run continues')
    .option('--full', 'delete the copy and make a new one')
    .action((flags) => perform(async (session) => (await import('./sync/sync.ts')).runSync(flags, session)));
  sync
    .command('status')
    .description('show how many records the copy holds, and as of when')
    .option('--json', 'print JSON')
    .action((flags) => perform(async (session) => (await import('./sync/sync.ts')).runSyncStatus(flags, session)));
  sync
    .command('verify')
    .description('compare a sample of the copy with the API; exits with 1 if they differ')
    .option('--whole', 'compare every record')
    .option('--repair', 'read the records that differ again')
    .option('--json', 'print JSON')
    .action((flags) => perform(async (session) => (await import('./sync/sync.ts')).runSyncVerify(flags, session)));
}

function addApprovals(program: Command, setup: CommandSetup): void {
  const { perform, examples } = setup;
  const approvals = program
    .command('approvals')
    .description('list, approve, and deny what the assistant has planned')
    .addHelpText(
      'after',
      examples([
        'approvals list',
        'approvals show APR-7K3M9QXD',
        'approvals approve APR-7K3M9QXD --as "R. Vega"',
        'approvals approve APR-7K3M9QXD --without BILL-1042 --without BILL-1043',
        'approvals deny APR-7K3M9QXD --reason "wrong payee"',
        'approvals secret',
        'approvals open',
        'approvals passkeys list',
      ]),
    );
  approvals
    .command('list')
    .description('list pending approvals')
    .option('--all', 'include the ones already decided')
    .action((flags) =>
      perform(async (session) => (await import('./approvals/approvals.ts')).runApprovalsList(flags, session)),
    );
  approvals
    .command('show')
    .description('show one plan in full')
    .argument('<id>', 'such as APR-7K3M9QXD')
    .action((id) =>
      perform(async (session) => (await import('./approvals/approvals.ts')).runApprovalsShow(id, session)),
    );
  approvals
    .command('secret')
    .summary("create the approver's secret, or replace it")
    .description("create the approver's secret, or replace it; decisions and the approvals page ask for it")
    .action(() => perform(async (session) => (await import('./approvals/approvals.ts')).runApprovalsSecret(session)));
  addPage(approvals, setup);
  for (const decision of ['approve', 'deny'] as const) {
    const command = approvals
      .command(decision)
      .description(`${decision} a plan; asks for the approver's secret`)
      .argument('<id>', 'such as APR-7K3M9QXD')
      .option(...asFlag)
      .option('--reason <text>', 'recorded with the decision')
      .action((id, flags) =>
        perform(async (session) =>
          (await import('./approvals/approvals.ts')).runApprovalsDecide(decision, id, flags, session),
        ),
      );
    if (decision === 'approve')
      command.option('--without <line>', 'leave this line of the plan out; repeat for more', withValue);
  }
}

const asFlag = ['--as <name>', 'who decides (default: your user name, which is always recorded)'] as const;

/** The page in a browser, and the passkeys that are made on it. */
function addPage(approvals: Command, { perform, examples }: CommandSetup): void {
  approvals
    .command('open')
    .summary('open the approvals page in your browser')
    .description("open the approvals page in your browser; asks for the approver's secret")
    .option(...asFlag)
    .action((flags) =>
      perform(async (session) => (await import('./approvals/approvals-open.ts')).runApprovalsOpen(flags, session)),
    );
  approvals
    .command('link')
    .description('print a link to the approvals page; it works once, within 2 minutes')
    .option(...asFlag)
    .action((flags) =>
      perform(async (session) => (await import('./approvals/approvals-open.ts')).runApprovalsLink(flags, session)),
    );
  const passkeys = approvals
    .command('passkeys')
    .summary('list and remove passkeys')
    .description('list and remove the passkeys that approvers sign with; add one on the page')
    .addHelpText('after', examples(['approvals passkeys list', 'approvals passkeys remove "Dana\'s laptop"']));
  passkeys
    .command('list')
    .description('list passkeys: name, who added it, when it was last used')
    .action(() => perform(async (session) => (await import('./approvals/passkeys.ts')).runPasskeysList(session)));
  passkeys
    .command('remove')
    .description('remove a passkey; after the last one, the secret alone is enough')
    .argument('<name>', 'its name, or its id if several share the name')
    .action((name) =>
      perform(async (session) => (await import('./approvals/passkeys.ts')).runPasskeysRemove(name, session)),
    );
}

/** Every value of an option that may be repeated. */
const withValue = (value: string, earlier: readonly string[] = []) => [...earlier, value];

function addAudit(program: Command, { perform, examples }: CommandSetup): void {
  const audit = program
    .command('audit')
    .description('show, verify, and export the log of every change')
    .addHelpText('after', examples(['audit tail', 'audit verify', 'audit export audit.jsonl', 'audit accept']));
  audit
    .command('tail')
    .description('show the latest entries')
    .option('--count <number>', 'how many', '20')
    .option('--json', 'print JSON lines with hashes')
    .action((flags) => perform(async (session) => (await import('./audit.ts')).runAuditTail(flags, session)));
  audit
    .command('verify')
    .description('check that no entry was changed or removed')
    .argument('[file]', 'an exported file, instead of the log itself')
    .option('--last <hash>', 'a hash you noted earlier; its entry must still be there')
    .option('--at-least <number>', 'how many entries there were when you noted it')
    .action((file, flags) =>
      perform(async (session) => (await import('./audit.ts')).runAuditVerify(file, flags, session)),
    );
  audit
    .command('export')
    .description('write the log to a file as JSON lines')
    .argument('<file>', 'such as audit.jsonl')
    .action((file) => perform(async (session) => (await import('./audit.ts')).runAuditExport(file, session)));
  audit
    .command('accept')
    .description('continue with a log whose end cannot be verified; the log records this')
    .option('--yes', 'do not ask')
    .action((flags) => perform(async (session) => (await import('./audit.ts')).runAuditAccept(flags, session)));
}

function addPolicy(program: Command, { perform, examples }: CommandSetup): void {
  const policy = program
    .command('policy')
    .description('show or check the limits; stop and resume all changes')
    .addHelpText(
      'after',
      examples([
        'policy show',
        'policy check policy.json',
        'policy stop --reason "the assistant books the wrong carrier"',
        'policy resume',
      ]),
    );
  policy
    .command('show')
    .description('show every limit and rule in force')
    .action(() => perform(async (session) => (await import('./policy.ts')).runPolicyShow(session)));
  policy
    .command('check')
    .description('check a policy file; exits with 1 if it is looser than the built-in policy')
    .argument('[file]', 'policy file to check (default: the one in WAYBILL_POLICY)')
    .action((file) => perform(async (session) => (await import('./policy.ts')).runPolicyCheck(file, session)));
  policy
    .command('stop')
    .description('stop every change by the assistant at once; reading still works')
    .option('--reason <text>', 'shown when somebody tries to change something')
    .action((flags) => perform(async (session) => (await import('./writes-stop.ts')).runPolicyStop(flags, session)));
  policy
    .command('resume')
    .description("allow changes again; asks for the approver's secret")
    .action(() => perform(async (session) => (await import('./writes-stop.ts')).runPolicyResume(session)));
}

function addKeys(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  const keys = program
    .command('keys')
    .summary('replace the encryption key')
    .description('replace the encryption key; stop every other Waybill process first')
    .addHelpText('after', examples(['keys rotate', 'keys give-up --yes']));
  keys
    .command('rotate')
    .description('encrypt everything with a new key; ends all access tokens; run it again if it was interrupted')
    .option('--to <file>', 'file for the new key (default: the key file in WAYBILL_HOME)')
    .option(...storeFlag)
    .option('--yes', 'do not ask')
    .action((flags) => perform(async (session) => (await import('./keys.ts')).runKeysRotate(flags, session)));
  keys
    .command('give-up')
    .description('start over with a new key when the old one is lost; what only it could open is lost too')
    .option(...storeFlag)
    .option('--yes', 'do not ask')
    .action((flags) => perform(async (session) => (await import('./keys.ts')).runKeysGiveUp(flags, session)));
}

function addCompletion(program: Command, { run, examples }: CommandSetup): void {
  program
    .command('completion')
    .summary('print a script for completion in your shell')
    .description('print a script that completes commands, options, and tool names in your shell')
    .addArgument(withChoices(new Argument('<shell>', 'your shell'), ['bash', 'zsh', 'fish']))
    .addHelpText('after', examples(['completion bash', 'completion fish']))
    .action(async (shell) => (await import('./completion/completion.ts')).runCompletion(shell, program, run));
}

function addDoctor(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  program
    .command('doctor')
    .summary('check your setup: what to fix, and what is left to do')
    .description(
      'check your setup: what works, what to fix, and what is left to do; exits with 1 if there is a problem',
    )
    .option(...storeFlag)
    .addHelpText('after', examples(['doctor']))
    .action((flags) => perform(async (session) => (await import('./doctor.ts')).runDoctor(flags, session)));
}
