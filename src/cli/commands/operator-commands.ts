import { type Command, Option } from 'commander';
import type { CommandSetup } from './command-setup.ts';

const jsonFlag = ['--json', 'print JSON'] as const;
const tierOption = () =>
  new Option('--tier <tier>', 'standard (300 requests per minute) or enterprise (1,200)').choices([
    'standard',
    'enterprise',
  ]);
const timeZoneFlag = [
  '--time-zone <zone>',
  'IANA zone of its civil dates; left out, that of its letterhead, else UTC',
] as const;
const rateLimitFlag = ['--rate-limit <number>', "requests per minute, instead of the tier's"] as const;
const reviewOption = () =>
  new Option('--reviews-bills <choice>', 'whether new bills wait for a review').choices(['yes', 'no']);

/** What the person who runs the service needs: organizations, their API clients, events, backups, and the sandbox. */
export function addOperatorCommands(program: Command, setup: CommandSetup): void {
  addOrg(program, setup);
  addClients(program, setup);
  addEvents(program, setup);
  addBackup(program, setup);
  addSandbox(program, setup);
}

function addOrg(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  const org = program
    .command('org')
    .description('the organizations of a database and their settings; running services notice within 5 seconds')
    .addHelpText(
      'after',
      examples([
        'org add "Vega Freight" --currency CAD --time-zone America/Toronto',
        'org list --json',
        'org set 0199f0c2-7d1e-7a3b-8c4d-5e6f70819203 --tier enterprise --reviews-bills no',
        'org letterhead 0199f0c2-7d1e-7a3b-8c4d-5e6f70819203 letterhead.json',
      ]),
    );
  org
    .command('add')
    .description('makes an organization with a first API client, whose secret is shown once')
    .argument('<name>')
    .option('--currency <code>', 'ISO 4217, for money that names none', 'USD')
    .addOption(tierOption().default('standard'))
    .option(...rateLimitFlag)
    .addOption(reviewOption().default('yes'))
    .option(...timeZoneFlag)
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((name, flags) => perform(async (session) => (await import('./org.ts')).runOrgAdd(name, flags, session)));
  org
    .command('list')
    .description('every organization with its settings')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((flags) => perform(async (session) => (await import('./org.ts')).runOrgList(flags, session)));
  org
    .command('set')
    .description('changes the settings that are named')
    .argument('<id>')
    .option('--name <name>', 'what it is called')
    .addOption(tierOption())
    .option(...rateLimitFlag)
    .addOption(reviewOption())
    .option(...timeZoneFlag)
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((id, flags) => perform(async (session) => (await import('./org.ts')).runOrgSet(id, flags, session)));
  org
    .command('letterhead')
    .description('shows what invoices and remittance advices are headed with; a JSON file replaces it')
    .argument('<id>')
    .argument('[file]')
    .option(...storeFlag)
    .action((id, file, flags) =>
      perform(async (session) => (await import('./letterhead.ts')).runLetterhead(id, file, flags, session)),
    );
}

function addClients(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  const clients = program
    .command('clients')
    .description('the API clients of an organization: who may ask for access tokens')
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
    .description('makes a client; its secret is shown once and kept only as a hash')
    .argument('<name>')
    .option('--org <id>', 'its organization; may be left out while there is only one')
    .option('--scopes <list>', 'read, or read,write', 'read,write')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((name, flags) =>
      perform(async (session) => (await import('./clients.ts')).runClientsAdd(name, flags, session)),
    );
  clients
    .command('list')
    .description('every client, revoked ones too')
    .option('--org <id>', 'of this organization only')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((flags) => perform(async (session) => (await import('./clients.ts')).runClientsList(flags, session)));
  clients
    .command('rotate')
    .description('a new secret, shown once; the old one stops at once, its tokens within 5 seconds')
    .argument('<id>')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((id, flags) =>
      perform(async (session) => (await import('./clients.ts')).runClientsRotate(id, flags, session)),
    );
  clients
    .command('revoke')
    .description('ends a client for good: its secret at once, its tokens within 5 seconds')
    .argument('<id>')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((id, flags) =>
      perform(async (session) => (await import('./clients.ts')).runClientsRevoke(id, flags, session)),
    );
}

function addEvents(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  const events = program
    .command('events')
    .description('notifications on their way to webhook subscriptions')
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
    .description('the latest ones: status, attempts, next attempt, last error')
    .option('--failed', 'only those that were given up')
    .option('--subscription <id>', 'only those of one subscription')
    .option('--limit <number>', 'how many', '20')
    .option('--org <id>', 'its organization; may be left out while there is only one')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((flags) => perform(async (session) => (await import('./events.ts')).runEventsList(flags, session)));
  events
    .command('replay')
    .description('sends one again, or all that were given up for a subscription; its webhook-id stays the same')
    .argument('[delivery]')
    .option('--failed-of <subscription>', 'all that were given up for this subscription')
    .option('--org <id>', 'its organization; may be left out while there is only one')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((delivery, flags) =>
      perform(async (session) => (await import('./events.ts')).runEventsReplay(delivery, flags, session)),
    );
}

function addBackup(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  program
    .command('backup')
    .description('copies a SQLite database to a new file, checked, while it is in use')
    .argument('<file>', 'must not exist yet')
    .option(...storeFlag)
    .option(...jsonFlag)
    .addHelpText(
      'after',
      examples(['backup desk-monday.db', 'backup /backups/desk.db --database sqlite:desk.db --json']),
    )
    .action((file, flags) => perform(async (session) => (await import('./backup.ts')).runBackup(file, flags, session)));
}

function addSandbox(program: Command, { perform, storeFlag, examples }: CommandSetup): void {
  const sandbox = program
    .command('sandbox')
    .description('the time of the sandbox, and a new beginning')
    .addHelpText(
      'after',
      examples(['sandbox status', 'sandbox status --json', 'sandbox advance 24', 'sandbox reset --yes']),
    );
  sandbox
    .command('status')
    .description('what time it is there, and how much freight is where, late, standing and without a truck')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((flags) => perform(async (session) => (await import('./sandbox.ts')).runSandboxStatus(flags, session)));
  sandbox
    .command('advance')
    .description('lets time pass ahead of the real one: freight is taken, trucks deliver, money moves')
    .argument('<hours>', 'a quarter of an hour (0.25) to thirty days (720)')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((hours, flags) =>
      perform(async (session) => (await import('./sandbox.ts')).runSandboxAdvance(hours, flags, session)),
    );
  sandbox
    .command('reset')
    .description('makes the sandbox anew from its seed, as of now; its API clients stay')
    .option('--yes', 'do not ask')
    .option(...storeFlag)
    .option(...jsonFlag)
    .action((flags) => perform(async (session) => (await import('./sandbox.ts')).runSandboxReset(flags, session)));
}
