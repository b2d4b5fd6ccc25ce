import { Argument, Command, CommanderError } from 'commander';
import { version } from '../../version.ts';
import { now } from '../clock.ts';
import { type Administration, beginAdministration, statusOf } from './administration.ts';
import { addOperatorCommands } from './operator-commands.ts';
import { openSession, usePlaces } from '../session.ts';
import { stopSignal } from '../stop.ts';
import { hosts } from './install/hosts.ts';
import { commandText } from '../command-text.ts';

const exitWrongUsage = 2;

/** Runs the command that the words name, and returns the exit code. */
export async function runProgram(words: readonly string[]): Promise<typeof process.exitCode> {
  const program = createProgram();
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
    command.exitOverride();
  let administration: Administration | undefined;
  program.hook('preAction', async (_program, command) => {
    administration = await beginAdministration(command);
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    await administration?.end(process.exitCode === undefined || process.exitCode === 0 ? 'done' : 'NOT_DONE');
    return process.exitCode;
  } catch (error) {
    await administration?.end(statusOf(error));
    // Commander has already written its own sentence, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitWrongUsage;
    throw error;
  }
}

/** Commands load their layers when they run, so that each starts as quickly as it can. */
export function createProgram(): Command {
  const program = new Command('waybill')
    .description(
      'Lets an LLM assistant run a freight brokerage desk: MCP tools over a brokerage API, with a complete sandbox built in.',
    )
    .version(version)
    .option('--env-file <file>', 'settings in a file, beside the environment and `.env` in WAYBILL_HOME')
    .option('--home <dir>', 'data folder, in place of WAYBILL_HOME')
    .hook('preAction', (program, command) => usePlaces({ ...program.opts(), database: command.opts()['database'] }))
    .showSuggestionAfterError()
    .showHelpAfterError(`(${commandText('help COMMAND')} shows examples)`)
    .addHelpText('after', examples(['stdio', 'call find \'{"query":"SHP-1042"}\'', 'approvals list', 'doctor']));
  addServers(program);
  addInstall(program);
  addDesk(program);
  addToolCommands(program);
  addSync(program);
  addApprovals(program);
  addAudit(program);
  addPolicy(program);
  addUpkeep(program);
  addOperatorCommands(program, { config: async () => (await openSession()).config, now, examples });
  return program;
}

const examples = (lines: readonly string[]) =>
  `\nExamples:\n${lines.map((line) => `  ${commandText(line)}`).join('\n')}\n`;

function addServers(program: Command): void {
  program
    .command('stdio', { isDefault: true })
    .description('MCP over stdio: what a desktop chat client starts (the default command)')
    .addHelpText('after', examples(['stdio', '--env-file desk.env stdio']))
    .allowExcessArguments()
    .action(async (_flags, { args: [extra] }: Command) => {
      // As the default command it is handed every word that names no other one.
      if (extra !== undefined) program.error(`error: there is no command '${extra}'`);
      const { config, log } = await openSession();
      const { runStdio } = await import('./servers/stdio.ts');
      await runStdio(config, now, log, stopSignal());
    });
  program
    .command('http')
    .description('MCP over Streamable HTTP at /mcp, with the approvals page; prints one line of JSON when it is ready')
    .option('--host <address>', '127.0.0.1 or localhost, since nobody signs in', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 picks a free one', '3333')
    .addHelpText('after', examples(['http', 'http --port 0']))
    .action(async (flags) =>
      (await import('./servers/http.ts')).runHttp(flags, await openSession(), now, stopSignal()),
    );
  program
    .command('service')
    .description('the brokerage API over HTTP; prints one line of JSON when it is ready')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 picks a free one', '8080')
    .option(
      '--database <url>',
      'sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE (default: the sandbox in WAYBILL_HOME)',
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
    .action(async (flags) => {
      const { config, log } = await openSession();
      const { runService } = await import('./servers/service.ts');
      await runService(flags, config, now, log, stopSignal());
    });
}

function addInstall(program: Command): void {
  const host = () => new Argument('<client>', 'the program that starts Waybill').choices(Object.keys(hosts));
  program
    .command('install')
    .description('puts Waybill into the settings of a client on this machine; everything else in them stays')
    .addArgument(host())
    .option('--print', 'prints what belongs there, and writes nothing')
    .addHelpText('after', examples(['install claude-desktop', 'install vscode --print']))
    .action(async (name, flags) =>
      (await import('./install/install.ts')).runInstall(name, flags, (await openSession()).config, now),
    );
  program
    .command('uninstall')
    .description('takes Waybill out of the settings of a client; its records stay')
    .addArgument(host())
    .addHelpText('after', examples(['uninstall claude-desktop']))
    .action(async (name) =>
      (await import('./install/install.ts')).runUninstall(name, (await openSession()).config, now),
    );
}

function addDesk(program: Command): void {
  program
    .command('desk')
    .description(
      'a page in the browser of this machine with pictures of exceptions, ages, billing and bills; it only reads. Prints one line of JSON with its link when it is ready',
    )
    .option('--port <number>', 'port to listen on; 0 picks a free one', '0')
    .addHelpText('after', examples(['desk', 'desk --port 8090']))
    .action(async (flags) => (await import('./desk/desk.ts')).runDesk(flags, await openSession(), now, stopSignal()));
}

function addToolCommands(program: Command): void {
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
    .action(async (tool, json, flags) => {
      const { config, log } = await openSession();
      const { runCall } = await import('./call.ts');
      process.exitCode = await runCall(tool, json, flags, config, now, log);
    });
  program
    .command('tools')
    .description('the tools on offer: name, toolset, gate, API operations')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(['tools', 'tools --json']))
    .action(async (flags) => {
      const { runTools } = await import('./tools.ts');
      await runTools((await openSession()).config, flags);
    });
  program
    .command('openapi')
    .description('the OpenAPI 3.1 document of the brokerage API')
    .addHelpText('after', examples(['openapi > openapi.json']))
    .action(async () => {
      const { openApiText } = await import('../opening/openapi-text.ts');
      process.stdout.write(`${openApiText()}\n`);
    });
}

function addSync(program: Command): void {
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
    .action(async (flags) => (await import('./sync/sync.ts')).runSync(flags, await openSession(), now));
  sync
    .command('status')
    .description('how many records the copy holds, from when on it is complete and as of when; asks nobody')
    .option('--json', 'print JSON')
    .action(async (flags) => (await import('./sync/sync.ts')).runSyncStatus(flags, await openSession(), now));
  sync
    .command('verify')
    .description(
      'compares the newest and some other page of each kind of record with the API; exit code 1 where they differ',
    )
    .option('--whole', 'compares every record')
    .option('--repair', 'reads what differs again')
    .option('--json', 'print JSON')
    .action(async (flags) => {
      process.exitCode = await (await import('./sync/sync.ts')).runSyncVerify(flags, await openSession(), now);
    });
}

function addApprovals(program: Command): void {
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
    .action(async (flags) =>
      (await import('./approvals.ts')).runApprovalsList((await openSession()).config, now, flags),
    );
  approvals
    .command('show')
    .description('one plan, whole')
    .argument('<id>')
    .action(async (id) => (await import('./approvals.ts')).runApprovalsShow(await openSession(), now, id));
  approvals
    .command('secret')
    .description(
      "makes the approver's secret, which every decision at a terminal and every sign-in to the approvals page asks for; with the present one a new one",
    )
    .action(async () => (await import('./approvals.ts')).runApprovalsSecret(await openSession(), now));
  addPage(approvals);
  for (const decision of ['approve', 'deny'] as const) {
    const command = approvals
      .command(decision)
      .description(decision === 'approve' ? 'say yes to exactly this plan' : 'say no')
      .argument('<id>')
      .option(...asFlag)
      .option('--reason <text>', 'kept with the decision')
      .action(async (id, flags) =>
        (await import('./approvals.ts')).runApprovalsDecide(await openSession(), now, decision, id, flags),
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
function addPage(approvals: Command): void {
  approvals
    .command('open')
    .description("opens the approvals page in the browser, signed in; asks for the approver's secret first")
    .option(...asFlag)
    .action(async (flags) =>
      (await import('./approvals-open.ts')).runApprovalsOpen(await openSession(), now, flags, stopSignal()),
    );
  approvals
    .command('link')
    .description('prints the link that `open` opens: it signs in once, within 2 minutes')
    .option(...asFlag)
    .action(async (flags) =>
      (await import('./approvals-open.ts')).runApprovalsLink(await openSession(), now, flags, stopSignal()),
    );
  const passkeys = approvals
    .command('passkeys')
    .description('what approvers sign with; they are added on the page')
    .addHelpText('after', examples(['approvals passkeys list', 'approvals passkeys remove "Laptop of Dana"']));
  passkeys
    .command('list')
    .description('each with its name, who added it and when it was used')
    .action(async () => (await import('./passkeys.ts')).runPasskeysList((await openSession()).config));
  passkeys
    .command('remove')
    .description('takes one away; without the last one the secret is enough again')
    .argument('<name>', 'its name, or its id where several have the same name')
    .action(async (name) => (await import('./passkeys.ts')).runPasskeysRemove(await openSession(), now, name));
}

/** Every value of an option that may be repeated. */
const withValue = (value: string, earlier: readonly string[] = []) => [...earlier, value];

function addAudit(program: Command): void {
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
    .action(async (flags) => (await import('./audit.ts')).runAuditTail((await openSession()).config, flags));
  audit
    .command('verify')
    .description('checks the hash chain and its end, of the log or of an exported file')
    .argument('[file]')
    .option('--last <hash>', 'a hash noted before, such as from the log of a process: its entry must be there')
    .option('--at-least <number>', 'how many entries there were when it was noted')
    .action(async (file, flags) => {
      process.exitCode = await (await import('./audit.ts')).runAuditVerify((await openSession()).config, file, flags);
    });
  audit
    .command('export')
    .description('writes the log as JSON lines')
    .argument('<file>')
    .action(async (file) => (await import('./audit.ts')).runAuditExport((await openSession()).config, file));
  audit
    .command('accept')
    .description('goes on with a log whose count and last hash are lost or forged, and writes that down')
    .option('--yes', 'do not ask')
    .action(async (flags) => {
      process.exitCode = await (await import('./audit.ts')).runAuditAccept(await openSession(), now, flags);
    });
}

function addPolicy(program: Command): void {
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
    .action(async () => (await import('./policy.ts')).runPolicyShow((await openSession()).config));
  policy
    .command('check')
    .description('reads a policy file and says what in it is looser than built in (exit code 1)')
    .argument('[file]', 'instead of the one that WAYBILL_POLICY names')
    .action(async (file) => {
      process.exitCode = await (await import('./policy.ts')).runPolicyCheck((await openSession()).config, file);
    });
  policy
    .command('stop')
    .description('stops every write of every process of this desk at once; reading goes on')
    .option('--reason <text>', 'told to whoever wants to write')
    .action(async (flags) => {
      process.exitCode = await (await import('./writes-stop.ts')).runPolicyStop(flags, await openSession(), now);
    });
  policy
    .command('resume')
    .description("lets writes go on; asks for the approver's secret")
    .action(async () => (await import('./writes-stop.ts')).runPolicyResume(await openSession(), now));
}

function addUpkeep(program: Command): void {
  program
    .command('seed')
    .description('fills an empty database with a generated brokerage of any size')
    .requiredOption('--shipments <number>', 'how many shipments')
    .requiredOption('--database <url>', 'sqlite:PATH or postgres://…')
    .option('--seed <number>', 'the same number makes the same brokerage', '1')
    .addHelpText(
      'after',
      examples([
        'seed --shipments 5000 --database sqlite:year.db',
        'seed --shipments 1000000 --seed 7 --database postgres://desk@127.0.0.1/desk',
      ]),
    )
    .action(async (flags) => (await import('./seed.ts')).runSeed(flags, (await openSession()).config, now));
  const keys = program
    .command('keys')
    .description('the key that account numbers, plans and tokens are protected with; stop every other process first')
    .addHelpText('after', examples(['keys rotate', 'keys give-up --yes']));
  keys
    .command('rotate')
    .description('encrypts everything with a new key; old access tokens end, interrupted it goes on when run again')
    .option('--to <file>', 'file for the new key (default: the key file in WAYBILL_HOME)')
    .option('--database <url>', 'sqlite:PATH or postgres://… (default: the configured one, else the sandbox)')
    .option('--yes', 'do not ask')
    .action(async (flags) => {
      process.exitCode = await (await import('./keys.ts')).runKeysRotate(flags, await openSession(), now);
    });
  keys
    .command('give-up')
    .description('when a key is lost for good: gives up what only it could open, and starts with a new one')
    .option('--database <url>', 'sqlite:PATH or postgres://… (default: the configured one, else the sandbox)')
    .option('--yes', 'do not ask')
    .action(async (flags) => {
      process.exitCode = await (await import('./keys.ts')).runKeysGiveUp(flags, await openSession(), now);
    });
  program
    .command('completion')
    .description('prints a script that completes commands, options and names of tools in a shell')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', examples(['completion bash', 'completion fish']))
    .action(async (shell) => (await import('./completion/completion.ts')).runCompletion(shell, program));
  program
    .command('doctor')
    .description(
      'checks configuration, data folder, stores, approvals, token, API, clock and installed clients; says what to fix',
    )
    .option('--database <url>', 'sqlite:PATH or postgres://… (default: the configured one, else the sandbox)')
    .action(async (flags) => {
      const { config, log } = await openSession();
      process.exitCode = await (await import('./doctor.ts')).runDoctor(flags, config, now, log);
    });
}
