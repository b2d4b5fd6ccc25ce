import { type Command, Option } from 'commander';
import { withChoices } from './command-names.ts';
import type { CommandSetup } from './command-setup.ts';

const jsonFlag = ['--json', 'print JSON'] as const;
const tierOption = () =>
  withChoices(new Option('--tier <tier>', 'standard (300 requests per minute) or enterprise (1,200)'), [
    'standard',
    'enterprise',
  ]);
const timeZoneFlag = [
  '--time-zone <zone>',
  'such as America/Chicago (default: the zone in its letterhead, or UTC)',
] as const;
const rateLimitFlag = ['--rate-limit <number>', "requests per minute, instead of the tier's"] as const;
const reviewOption = () =>
  withChoices(new Option('--reviews-bills <choice>', 'whether new bills need a review'), ['yes', 'no']);
const orgFlag = ['--org <id>', 'the organization; not needed if there is only one'] as const;

/** Declares what the person who runs the brokerage service needs. */
export function addServiceCommands(program: Command, setup: CommandSetup): void {
  addService(program, setup);
  addOrg(program, setup);
  addClients(program, setup);
  addEvents(program, setup);
  addBackup(program, setup);
  addSeed(program, setup);
  addOpenApi(program, setup);
}

function addService(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  program
    .command('service')
    .summary('serve the brokerage API over HTTP')
    .description('serve the brokerage API over HTTP; prints one line of JSON when it is ready')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 picks a free one', '8080')
    .option(
      storeFlag[0],
      'sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE (default: the sandbox in WAYBILL_HOME)',
      storeFlag[2],
    )
    .option('--seed <world>', 'small or none (default: small for the sandbox, none for a database you name)')
    .addHelpText(
      'after',
      examples([
        'service',
        'service --port 0 --database sqlite:desk.db',
        'service --database postgres://desk@db.example/desk',
      ]),
    )
    .action((flags) => perform(async (session) => (await import('./servers/service.ts')).runService(flags, session)));
}

function addSeed(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  program
    .command('seed')
    .summary('fill an empty database with generated freight')
    .description('fill an empty database with a generated brokerage of any size')
    .requiredOption('--shipments <number>', 'how many shipments')
    .requiredOption(storeFlag[0], 'sqlite:PATH or postgres://...', storeFlag[2])
    .option('--days <number>', 'over how many days up to now (default: 90, or a year and more from 2,500 shipments on)')
    .option('--seed <number>', 'the same number makes the same brokerage', '1')
    .addHelpText(
      'after',
      examples([
        'seed --shipments 5000 --database sqlite:year.db',
        'seed --shipments 70000 --days 1400 --database sqlite:years.db',
        'seed --shipments 1000000 --database postgres://desk@127.0.0.1/desk',
      ]),
    )
    .action((flags) => perform(async (session) => (await import('./seed.ts')).runSeed(flags, session)));
}

function addOpenApi(program: Command, { run, examples }: CommandSetup): void {
  program
    .command('openapi')
    .summary('print the OpenAPI document of the brokerage API')
    .description('print the OpenAPI 3.1 document of the brokerage API')
    .addHelpText('after', examples(['openapi > openapi.json']))
    .action(async () => {
      const { openApiText } = await import('../opening/openapi-text.ts');
      run.context.streams.stdout.write(`${openApiText()}\n`);
    });
}

function addOrg(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  const org = program
    .command('org')
    .summary('manage organizations and their settings')
    .description('manage organizations and their settings; running services follow within 5 seconds')
    .addHelpText(
      'after',
      examples([
        'org add "Vega Freight" --currency CAD --time-zone America/Toronto',
        'org list --json',
        'org set 0199f0c2-7d1e-7a3b-8c4d-5e6f70819203 --tier enterprise',
        'org letterhead 0199f0c2-7d1e-7a3b-8c4d-5e6f70819203 letterhead.json',
      ]),
    );
  org
    .command('add')
    .description('add an organization and its first API client; its secret is shown once')
    .argument('<name>', 'such as "Vega Freight"')
    .option('--currency <code>', 'currency of amounts that name none', 'USD')
    .addOption(tierOption().default('standard'))
    .option(...rateLimitFlag)
    .addOption(reviewOption().default('yes'))
    .option(...timeZoneFlag)
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((name, flags) => perform(async (session) => (await import('./org.ts')).runOrgAdd(name, flags, session)));
  org
    .command('list')
    .description('list organizations with their settings')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((flags) => perform(async (session) => (await import('./org.ts')).runOrgList(flags, session)));
  org
    .command('set')
    .description('change settings of an organization')
    .argument('<id>', 'id of the organization')
    .option('--name <name>', 'new name')
    .addOption(tierOption())
    .option(...rateLimitFlag)
    .addOption(reviewOption())
    .option(...timeZoneFlag)
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((id, flags) => perform(async (session) => (await import('./org.ts')).runOrgSet(id, flags, session)));
  org
    .command('letterhead')
    .description('show the letterhead of invoices and remittances, or replace it with a JSON file')
    .argument('<id>', 'id of the organization')
    .argument('[file]', 'JSON file with the new letterhead')
    .option(...storeFlag)
    .action((id, file, flags) =>
      perform(async (session) => (await import('./letterhead.ts')).runLetterhead(id, file, flags, session)),
    );
}

function addClients(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  const clients = program
    .command('clients')
    .description('manage API clients and their secrets')
    .addHelpText(
      'after',
      examples([
        'clients add "warehouse screen" --scopes read',
        'clients list --json',
        'clients rotate wb_0199f0c27d1e7a3b8c4d5e6f70819203',
        'clients revoke wb_0199f0c27d1e7a3b8c4d5e6f70819203',
      ]),
    );
  clients
    .command('add')
    .description('add an API client; its secret is shown once')
    .argument('<name>', 'such as "warehouse screen"')
    .option(...orgFlag)
    .option('--scopes <list>', 'read, or read,write', 'read,write')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((name, flags) =>
      perform(async (session) => (await import('./clients.ts')).runClientsAdd(name, flags, session)),
    );
  clients
    .command('list')
    .description('list API clients, including revoked ones')
    .option('--org <id>', 'only those of this organization')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((flags) => perform(async (session) => (await import('./clients.ts')).runClientsList(flags, session)));
  clients
    .command('rotate')
    .description('replace the secret of a client; the old one stops at once, its tokens within 5 seconds')
    .argument('<id>', 'id of the client')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((id, flags) =>
      perform(async (session) => (await import('./clients.ts')).runClientsRotate(id, flags, session)),
    );
  clients
    .command('revoke')
    .description('end a client for good: its secret at once, its tokens within 5 seconds')
    .argument('<id>', 'id of the client')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((id, flags) =>
      perform(async (session) => (await import('./clients.ts')).runClientsRevoke(id, flags, session)),
    );
}

function addEvents(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  const events = program
    .command('events')
    .description('show webhook notifications and send them again')
    .addHelpText(
      'after',
      examples([
        'events list',
        'events list --failed --limit 100 --json',
        'events replay 0199f0c2-7d1e-7a3b-8c4d-5e6f70819203',
        'events replay --failed-of 0199f0c2-5b20-7c11-9d02-1a2b3c4d5e6f',
      ]),
    );
  events
    .command('list')
    .description('list the latest notifications: status, attempts, last error')
    .option('--failed', 'only the ones that failed for good')
    .option('--subscription <id>', 'only those of one subscription')
    .option('--limit <number>', 'how many', '20')
    .option(...orgFlag)
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((flags) => perform(async (session) => (await import('./events.ts')).runEventsList(flags, session)));
  events
    .command('replay')
    .description('send a notification again, under the same webhook-id')
    .argument('[delivery]', 'id of the notification')
    .option('--failed-of <subscription>', 'send all that failed for this subscription')
    .option(...orgFlag)
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((delivery, flags) =>
      perform(async (session) => (await import('./events.ts')).runEventsReplay(delivery, flags, session)),
    );
}

function addBackup(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  program
    .command('backup')
    .summary('copy a SQLite database while it is in use')
    .description('copy a SQLite database to a new file while it is in use, and check the copy')
    .argument('<file>', 'must not exist yet')
    .option(...storeFlag)
    .option(...jsonFlag)
    .addHelpText(
      'after',
      examples(['backup desk-monday.db', 'backup /backups/desk.db --database sqlite:desk.db --json']),
    )
    .action((file, flags) => perform(async (session) => (await import('./backup.ts')).runBackup(file, flags, session)));
}

/** Declares what shows and moves the sandbox. */
export function addSandbox(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  const sandbox = program
    .command('sandbox')
    .description('show the sandbox, move its clock ahead, or start it over')
    .addHelpText(
      'after',
      examples(['sandbox status', 'sandbox status --json', 'sandbox advance 24', 'sandbox reset --yes']),
    );
  sandbox
    .command('status')
    .description('show its time and how much freight is late, dwelling, or without a truck')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((flags) => perform(async (session) => (await import('./sandbox.ts')).runSandboxStatus(flags, session)));
  sandbox
    .command('advance')
    .description('move its clock ahead: new freight comes in, trucks deliver, money moves')
    .argument('<hours>', 'from 0.25 to 720')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((hours, flags) =>
      perform(async (session) => (await import('./sandbox.ts')).runSandboxAdvance(hours, flags, session)),
    );
  sandbox
    .command('reset')
    .description('make the sandbox new, as of now; its API clients stay')
    .option('--yes', 'do not ask')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((flags) => perform(async (session) => (await import('./sandbox.ts')).runSandboxReset(flags, session)));
}
