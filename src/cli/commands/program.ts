import { Argument, Command, CommanderError } from 'commander';
import { version } from '../../version.ts';
import type { Run } from '../session.ts';
import type { OutputStream } from '../program-context.ts';
import { type Administration, beginAdministration, statusOf } from './administration.ts';
import { type CommandSetup, createSetup } from './command-setup.ts';
import { hosts } from './install/hosts.ts';
import { addOperatorCommands } from './operator-commands.ts';

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
      'Lets an LLM assistant run a freight brokerage desk: MCP tools over a brokerage API, with a complete sandbox built in.',
    )
    .version(version)
    .option('--env-file <file>', 'settings in a file, beside the environment and `.env` in WAYBILL_HOME')
    .option('--home <dir>', 'data folder, in place of WAYBILL_HOME')
    .hook('preAction', (named, command) => {
      run.usePlaces({ ...named.opts(), database: command.opts()['database'] });
    })
    .showSuggestionAfterError()
    .showHelpAfterError(`(${run.commandText('help COMMAND')} shows examples)`)
    .addHelpText('after', setup.examples(['stdio', 'call find \'{"query":"SHP-1042"}\'', 'approvals list', 'doctor']));
  addServers(program, setup);
  addInstall(program, setup);
  addDesk(program, setup);
  addToolCommands(program, setup);
  addSync(program, setup);
  addApprovals(program, setup);
  addAudit(program, setup);
  addPolicy(program, setup);
  addUpkeep(program, setup);
  addOperatorCommands(program, setup);
  return program;
}

const usualColumns = 80;

const computeWidth = ({ isTTY, columns }: OutputStream) => (isTTY ? (columns ?? usualColumns) : usualColumns);

function addServers(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  program
    .command('stdio', { isDefault: true })
    .description('MCP over stdio: what a desktop chat client starts (the default command)')
    .addHelpText('after', examples(['stdio', '--env-file desk.env stdio']))
    .allowExcessArguments()
    .action(async (_flags, { args: [extra] }: Command) => {
      // As the default command it is handed every word that names no other one.
      if (extra !== undefined) program.error(`error: there is no command '${extra}'`);
      await perform(async (session) => (await import('./servers/stdio.ts')).runStdio(session));
    });
  program
    .command('http')
    .description('MCP over Streamable HTTP at /mcp, with the approvals page; prints one line of JSON when it is ready')
    .option('--host <address>', '127.0.0.1 or localhost, since nobody signs in', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 picks a free one', '3333')
    .addHelpText('after', examples(['http', 'http --port 0']))
    .action((flags) => perform(async (session) => (await import('./servers/http.ts')).runHttp(flags, session)));
  program
    .command('service')
    .description('the brokerage API over HTTP; prints one line of JSON when it is ready')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 picks a free one', '8080')
    .option(
      storeFlag[0],
      'sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE (default: the sandbox in WAYBILL_HOME)',
      storeFlag[2],
    )
    .option('--seed <world>', 'small or none (default: small for the sandbox, none for a named database)')
    .addHelpText(
      'after',
      examples([
        'service',
        'service --port 0 --database sqlite:desk.db',
        'service --database postgres://desk@db.example/desk',
      ]),
    )
    .action((flags) => perform(async (session) => (await import('./servers/service.ts')).runService(flags, session)));
  program
    .command('health')
    .description('asks the server that runs here whether it is healthy: exit code 0, or 1 with the reason')
    .option(
      '--url <address>',
      'address of a health check (default: the one that the server wrote to WAYBILL_RUNTIME_DIR)',
    )
    .addHelpText('after', examples(['health', 'health --url http://127.0.0.1:3333/healthz']))
    .action((flags) => perform(async (session) => (await import('./health.ts')).runHealth(flags, session)));
}

function addInstall(program: Command, { perform, examples }: CommandSetup): void {
  const host = () => new Argument('<client>', 'the program that starts Waybill').choices(Object.keys(hosts));
  const fileFlag = ['--file <file>', "the client's settings file, where it is not the usual one"] as const;
  program
    .command('install')
    .description('adds Waybill to the settings of a client on this machine; everything else in them stays')
    .addArgument(host())
    .option('--npx', 'let the client start Waybill with npx, which needs no installation')
    .option(...fileFlag)
    .option('--print', 'print the entry and, where the client has one, the link of its button; write nothing')
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
    .description('removes Waybill from the settings of a client, with all that install made; your records stay')
    .addArgument(host())
    .option(...fileFlag)
    .addHelpText('after', examples(['uninstall claude-desktop']))
    .action((name, flags) =>
      perform(async (session) => (await import('./install/install.ts')).runUninstall(name, flags, session)),
    );
}

function addDesk(program: Command, { perform, examples }: CommandSetup): void {
  program
    .command('desk')
    .description(
      'a page in the browser of this machine with pictures of exceptions, ages, billing and bills; it only reads. Prints one line of JSON with its link when it is ready',
    )
    .option('--port <number>', 'port to listen on; 0 picks a free one', '0')
    .addHelpText('after', examples(['desk', 'desk --port 8090']))
    .action((flags) => perform(async (session) => (await import('./desk/desk.ts')).runDesk(flags, session)));
}

function addToolCommands(program: Command, { run, perform, examples }: CommandSetup): void {
  program
    .command('call')
    .description(
      'runs one tool through a real MCP client in this process; exit code 0, 1 (error) or 3 (a person has to approve)',
    )
    .argument('<tool>', 'name of the tool')
    .argument('[json]', "the tool's arguments as one JSON object")
    .option('--json', 'print the whole result object')
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
    .description('the tools on offer: name, toolset, gate, API operations')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(['tools', 'tools --json']))
    .action((flags) => perform(async (session) => (await import('./tools.ts')).runTools(flags, session)));
  program
    .command('openapi')
    .description('the OpenAPI 3.1 document of the brokerage API')
    .addHelpText('after', examples(['openapi > openapi.json']))
    .action(async () => {
      const { openApiText } = await import('../opening/openapi-text.ts');
      run.context.streams.stdout.write(`${openApiText()}\n`);
    });
}

function addSync(program: Command, { perform, examples }: CommandSetup): void {
  const sync = program
    .command('sync')
    .description("this machine's copy of the brokerage's records; without a further word it is brought up to date")
    .addHelpText(
      'after',
      examples(['sync', 'sync --full', 'sync status', 'sync verify', 'sync verify --whole --repair']),
    );
  sync
    .command('run', { isDefault: true })
    .description('brings the copy up to date and reads what is missing of it; stopped, the next run goes on')
    .option('--full', 'forgets the copy and fills it anew')
    .action((flags) => perform(async (session) => (await import('./sync/sync.ts')).runSync(flags, session)));
  sync
    .command('status')
    .description('how many records the copy holds, from when on it is complete and as of when; asks nobody')
    .option('--json', 'print JSON')
    .action((flags) => perform(async (session) => (await import('./sync/sync.ts')).runSyncStatus(flags, session)));
  sync
    .command('verify')
    .description(
      'compares the newest and some other page of each kind of record with the API; exit code 1 where they differ',
    )
    .option('--whole', 'compares every record')
    .option('--repair', 'reads what differs again')
    .option('--json', 'print JSON')
    .action((flags) => perform(async (session) => (await import('./sync/sync.ts')).runSyncVerify(flags, session)));
}

function addApprovals(program: Command, setup: CommandSetup): void {
  const { perform, examples } = setup;
  const approvals = program
    .command('approvals')
    .description("decide about what the assistant has planned: at a terminal, with the approver's secret")
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
    .description('what waits for a decision')
    .option('--all', 'decided ones too')
    .action((flags) => perform(async (session) => (await import('./approvals.ts')).runApprovalsList(flags, session)));
  approvals
    .command('show')
    .description('one plan, whole')
    .argument('<id>')
    .action((id) => perform(async (session) => (await import('./approvals.ts')).runApprovalsShow(id, session)));
  approvals
    .command('secret')
    .description(
      "makes the approver's secret, which every decision at a terminal and every sign-in to the approvals page asks for; with the present one a new one",
    )
    .action(() => perform(async (session) => (await import('./approvals.ts')).runApprovalsSecret(session)));
  addPage(approvals, setup);
  for (const decision of ['approve', 'deny'] as const) {
    const command = approvals
      .command(decision)
      .description(decision === 'approve' ? 'say yes to exactly this plan' : 'say no')
      .argument('<id>')
      .option(...asFlag)
      .option('--reason <text>', 'kept with the decision')
      .action((id, flags) =>
        perform(async (session) => (await import('./approvals.ts')).runApprovalsDecide(decision, id, flags, session)),
      );
    if (decision === 'approve')
      command.option('--without <line>', 'leaves a line of a batch out; may be repeated', withValue);
  }
}

const asFlag = [
  '--as <name>',
  "who decides (default: the operating system's user, who is recorded beside it)",
] as const;

/** The page in a browser, and the passkeys that are made on it. */
function addPage(approvals: Command, { perform, examples }: CommandSetup): void {
  approvals
    .command('open')
    .description("opens the approvals page in the browser, signed in; asks for the approver's secret first")
    .option(...asFlag)
    .action((flags) =>
      perform(async (session) => (await import('./approvals-open.ts')).runApprovalsOpen(flags, session)),
    );
  approvals
    .command('link')
    .description('prints the link that `open` opens: it signs in once, within 2 minutes')
    .option(...asFlag)
    .action((flags) =>
      perform(async (session) => (await import('./approvals-open.ts')).runApprovalsLink(flags, session)),
    );
  const passkeys = approvals
    .command('passkeys')
    .description('what approvers sign with; they are added on the page')
    .addHelpText('after', examples(['approvals passkeys list', 'approvals passkeys remove "Laptop of Dana"']));
  passkeys
    .command('list')
    .description('each with its name, who added it and when it was used')
    .action(() => perform(async (session) => (await import('./passkeys.ts')).runPasskeysList(session)));
  passkeys
    .command('remove')
    .description('takes one away; without the last one the secret is enough again')
    .argument('<name>', 'its name, or its id where several have the same name')
    .action((name) => perform(async (session) => (await import('./passkeys.ts')).runPasskeysRemove(name, session)));
}

/** Every value of an option that may be repeated. */
const withValue = (value: string, earlier: readonly string[] = []) => [...earlier, value];

function addAudit(program: Command, { perform, examples }: CommandSetup): void {
  const audit = program
    .command('audit')
    .description('the audit log: append-only, each entry chained to the one before')
    .addHelpText(
      'after',
      examples([
        'audit tail',
        'audit verify',
        'audit verify --last 9f2c...64 digits --at-least 1200',
        'audit export audit.jsonl',
        'audit accept',
      ]),
    );
  audit
    .command('tail')
    .description('the latest entries')
    .option('--count <number>', 'how many', '20')
    .option('--json', 'JSON lines with hashes')
    .action((flags) => perform(async (session) => (await import('./audit.ts')).runAuditTail(flags, session)));
  audit
    .command('verify')
    .description('checks the hash chain and its end, of the log or of an exported file')
    .argument('[file]')
    .option('--last <hash>', 'a hash noted before, such as from the log of a process: its entry must be there')
    .option('--at-least <number>', 'how many entries there were when it was noted')
    .action((file, flags) =>
      perform(async (session) => (await import('./audit.ts')).runAuditVerify(file, flags, session)),
    );
  audit
    .command('export')
    .description('writes the log as JSON lines')
    .argument('<file>')
    .action((file) => perform(async (session) => (await import('./audit.ts')).runAuditExport(file, session)));
  audit
    .command('accept')
    .description('goes on with a log whose count and last hash are lost or forged, and writes that down')
    .option('--yes', 'do not ask')
    .action((flags) => perform(async (session) => (await import('./audit.ts')).runAuditAccept(flags, session)));
}

function addPolicy(program: Command, { perform, examples }: CommandSetup): void {
  const policy = program
    .command('policy')
    .description('what the assistant may do without asking, and what the desk goes by')
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
    .description('prints every limit and rule that is in force')
    .action(() => perform(async (session) => (await import('./policy.ts')).runPolicyShow(session)));
  policy
    .command('check')
    .description('reads a policy file and says what in it is looser than built in (exit code 1)')
    .argument('[file]', 'instead of the one that WAYBILL_POLICY names')
    .action((file) => perform(async (session) => (await import('./policy.ts')).runPolicyCheck(file, session)));
  policy
    .command('stop')
    .description('stops every write of every process of this desk at once; reading goes on')
    .option('--reason <text>', 'told to whoever wants to write')
    .action((flags) => perform(async (session) => (await import('./writes-stop.ts')).runPolicyStop(flags, session)));
  policy
    .command('resume')
    .description("lets writes go on; asks for the approver's secret")
    .action(() => perform(async (session) => (await import('./writes-stop.ts')).runPolicyResume(session)));
}

function addUpkeep(program: Command, { run, perform, storeFlag, examples }: CommandSetup): void {
  program
    .command('seed')
    .description('fills an empty database with a generated brokerage of any size')
    .requiredOption('--shipments <number>', 'how many shipments')
    .requiredOption(storeFlag[0], 'sqlite:PATH or postgres://…', storeFlag[2])
    .option('--seed <number>', 'the same number makes the same brokerage', '1')
    .addHelpText(
      'after',
      examples([
        'seed --shipments 5000 --database sqlite:year.db',
        'seed --shipments 1000000 --seed 7 --database postgres://desk@127.0.0.1/desk',
      ]),
    )
    .action((flags) => perform(async (session) => (await import('./seed.ts')).runSeed(flags, session)));
  const keys = program
    .command('keys')
    .description('the key that account numbers, plans and tokens are protected with; stop every other process first')
    .addHelpText('after', examples(['keys rotate', 'keys give-up --yes']));
  keys
    .command('rotate')
    .description('encrypts everything with a new key; old access tokens end, interrupted it goes on when run again')
    .option('--to <file>', 'file for the new key (default: the key file in WAYBILL_HOME)')
    .option(...storeFlag)
    .option('--yes', 'do not ask')
    .action((flags) => perform(async (session) => (await import('./keys.ts')).runKeysRotate(flags, session)));
  keys
    .command('give-up')
    .description('when a key is lost for good: gives up what only it could open, and starts with a new one')
    .option(...storeFlag)
    .option('--yes', 'do not ask')
    .action((flags) => perform(async (session) => (await import('./keys.ts')).runKeysGiveUp(flags, session)));
  program
    .command('completion')
    .description('prints a script that completes commands, options and names of tools in a shell')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', examples(['completion bash', 'completion fish']))
    .action(async (shell) => (await import('./completion/completion.ts')).runCompletion(shell, program, run));
  program
    .command('doctor')
    .description(
      'checks configuration, data folder, stores, approvals, token, API, clock and installed clients; says what to fix',
    )
    .option(...storeFlag)
    .action((flags) => perform(async (session) => (await import('./doctor.ts')).runDoctor(flags, session)));
}
