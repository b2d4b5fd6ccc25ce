import { type AnyCommandRow, type ArgumentRow, databaseOption, jsonOption, type OptionRow } from './command-row.ts';

const rateLimitOption: OptionRow = {
  flags: '--rate-limit <number>',
  description: "requests per minute, instead of the tier's",
};
const timeZoneOption: OptionRow = {
  flags: '--time-zone <zone>',
  description: 'such as America/Chicago (default: the zone in its letterhead, or UTC)',
};
const tierOption: OptionRow = {
  flags: '--tier <tier>',
  description: 'standard (300 requests per minute) or enterprise (1,200)',
  choices: ['standard', 'enterprise'],
};
const reviewOption: OptionRow = {
  flags: '--reviews-bills <choice>',
  description: 'whether new bills need a review',
  choices: ['yes', 'no'],
};
const orgOption: OptionRow = {
  flags: '--org <id>',
  description: 'the organization; not needed if there is only one',
};
const orgArgument: ArgumentRow = { name: '<id>', description: 'id of the organization' };
const clientArgument: ArgumentRow = { name: '<id>', description: 'id of the client' };

const serverCommands: readonly AnyCommandRow[] = [
  {
    words: 'service',
    summary: 'serve the brokerage API over HTTP',
    description: 'serve the brokerage API over HTTP; prints one line of JSON when it is ready',
    options: [
      { flags: '--host <address>', description: 'address to listen on', default: '127.0.0.1' },
      { flags: '--port <number>', description: 'port to listen on; 0 picks a free one', default: '8080' },
      {
        ...databaseOption,
        description: 'sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE (default: the sandbox in WAYBILL_HOME)',
      },
      {
        flags: '--seed <world>',
        description: 'small or none (default: small for the sandbox, none for a database you name)',
      },
    ],
    examples: [
      'service',
      'service --port 0 --database sqlite:desk.db',
      'service --database postgres://desk@db.example/desk',
    ],
    isServer: true,
    audit: 'none',
    run: async (session, flags) => (await import('../commands/servers/service.ts')).runService(flags, session),
  },
];

const organizationCommands: readonly AnyCommandRow[] = [
  {
    words: 'org',
    isGroup: true,
    summary: 'manage organizations and their settings',
    description: 'manage organizations and their settings; running services follow within 5 seconds',
    examples: [
      'org add "Vega Freight" --currency CAD --time-zone America/Toronto',
      'org list --json',
      'org set 0199f0c2-7d1e-7a3b-8c4d-5e6f70819203 --tier enterprise',
      'org letterhead 0199f0c2-7d1e-7a3b-8c4d-5e6f70819203 letterhead.json',
    ],
  },
  {
    words: 'org add',
    description: 'add an organization and its first API client; its secret is shown once',
    arguments: [{ name: '<name>', description: 'such as "Vega Freight"' }],
    options: [
      { flags: '--currency <code>', description: 'currency of amounts that name none', default: 'USD' },
      { ...tierOption, default: 'standard' },
      rateLimitOption,
      { ...reviewOption, default: 'yes' },
      timeZoneOption,
      databaseOption,
      jsonOption,
    ],
    audit: 'administration',
    run: async (session, name, flags) => (await import('../commands/org.ts')).runOrgAdd(name, flags, session),
  },
  {
    words: 'org list',
    description: 'list organizations with their settings',
    options: [databaseOption, jsonOption],
    audit: 'none',
    run: async (session, flags) => (await import('../commands/org.ts')).runOrgList(flags, session),
  },
  {
    words: 'org set',
    description: 'change settings of an organization',
    arguments: [orgArgument],
    options: [
      { flags: '--name <name>', description: 'new name' },
      tierOption,
      rateLimitOption,
      reviewOption,
      timeZoneOption,
      databaseOption,
      jsonOption,
    ],
    audit: 'administration',
    run: async (session, id, flags) => (await import('../commands/org.ts')).runOrgSet(id, flags, session),
  },
  {
    words: 'org letterhead',
    description: 'show the letterhead of invoices and remittances, or replace it with a JSON file',
    arguments: [orgArgument, { name: '[file]', description: 'JSON file with the new letterhead' }],
    options: [databaseOption],
    // Without a file the letterhead is only shown.
    audit: (args) => (args.length < 2 ? 'none' : 'administration'),
    run: async (session, id, file, flags) =>
      (await import('../commands/letterhead.ts')).runLetterhead(id, file, flags, session),
  },
];

const clientCommands: readonly AnyCommandRow[] = [
  {
    words: 'clients',
    isGroup: true,
    description: 'manage API clients and their secrets',
    examples: [
      'clients add "warehouse screen" --scopes read',
      'clients list --json',
      'clients rotate wb_0199f0c27d1e7a3b8c4d5e6f70819203',
      'clients revoke wb_0199f0c27d1e7a3b8c4d5e6f70819203',
    ],
  },
  {
    words: 'clients add',
    description: 'add an API client; its secret is shown once',
    arguments: [{ name: '<name>', description: 'such as "warehouse screen"' }],
    options: [
      orgOption,
      { flags: '--scopes <list>', description: 'read, or read,write', default: 'read,write' },
      databaseOption,
      jsonOption,
    ],
    audit: 'administration',
    run: async (session, name, flags) => (await import('../commands/clients.ts')).runClientsAdd(name, flags, session),
  },
  {
    words: 'clients list',
    description: 'list API clients, including revoked ones',
    options: [{ flags: '--org <id>', description: 'only those of this organization' }, databaseOption, jsonOption],
    audit: 'none',
    run: async (session, flags) => (await import('../commands/clients.ts')).runClientsList(flags, session),
  },
  {
    words: 'clients rotate',
    description: 'replace the secret of a client; the old one stops at once, its tokens within 5 seconds',
    arguments: [clientArgument],
    options: [databaseOption, jsonOption],
    audit: 'administration',
    run: async (session, id, flags) => (await import('../commands/clients.ts')).runClientsRotate(id, flags, session),
  },
  {
    words: 'clients revoke',
    description: 'end a client for good: its secret at once, its tokens within 5 seconds',
    arguments: [clientArgument],
    options: [databaseOption, jsonOption],
    audit: 'administration',
    run: async (session, id, flags) => (await import('../commands/clients.ts')).runClientsRevoke(id, flags, session),
  },
];

const eventCommands: readonly AnyCommandRow[] = [
  {
    words: 'events',
    isGroup: true,
    description: 'show webhook notifications and send them again',
    examples: [
      'events list',
      'events list --failed --limit 100 --json',
      'events replay 0199f0c2-7d1e-7a3b-8c4d-5e6f70819203',
      'events replay --failed-of 0199f0c2-5b20-7c11-9d02-1a2b3c4d5e6f',
    ],
  },
  {
    words: 'events list',
    description: 'list the latest notifications: status, attempts, last error',
    options: [
      { flags: '--failed', description: 'only the ones that failed for good' },
      { flags: '--subscription <id>', description: 'only those of one subscription' },
      { flags: '--limit <number>', description: 'how many', default: '20' },
      orgOption,
      databaseOption,
      jsonOption,
    ],
    audit: 'none',
    run: async (session, flags) => (await import('../commands/events.ts')).runEventsList(flags, session),
  },
  {
    words: 'events replay',
    description: 'send a notification again, under the same webhook-id',
    arguments: [{ name: '[delivery]', description: 'id of the notification' }],
    options: [
      { flags: '--failed-of <subscription>', description: 'send all that failed for this subscription' },
      orgOption,
      databaseOption,
      jsonOption,
    ],
    audit: 'administration',
    run: async (session, delivery, flags) =>
      (await import('../commands/events.ts')).runEventsReplay(delivery, flags, session),
  },
];

const databaseCommands: readonly AnyCommandRow[] = [
  {
    words: 'backup',
    summary: 'copy a SQLite database while it is in use',
    description: 'copy a SQLite database to a new file while it is in use, and check the copy',
    arguments: [{ name: '<file>', description: 'must not exist yet' }],
    options: [databaseOption, jsonOption],
    examples: ['backup desk-monday.db', 'backup /backups/desk.db --database sqlite:desk.db --json'],
    audit: 'administration',
    run: async (session, file, flags) => (await import('../commands/backup.ts')).runBackup(file, flags, session),
  },
  {
    words: 'seed',
    summary: 'fill an empty database with generated freight',
    description: 'fill an empty database with a generated brokerage of any size',
    options: [
      { flags: '--shipments <number>', description: 'how many shipments', isRequired: true },
      { ...databaseOption, description: 'sqlite:PATH or postgres://...', isRequired: true },
      {
        flags: '--days <number>',
        description: 'over how many days up to now (default: 90, or a year and more from 2,500 shipments on)',
      },
      { flags: '--seed <number>', description: 'the same number makes the same brokerage', default: '1' },
    ],
    examples: [
      'seed --shipments 5000 --database sqlite:year.db',
      'seed --shipments 70000 --days 1400 --database sqlite:years.db',
      'seed --shipments 1000000 --database postgres://desk@127.0.0.1/desk',
    ],
    audit: 'administration',
    run: async (session, flags) => (await import('../commands/seed.ts')).runSeed(flags, session),
  },
  {
    words: 'openapi',
    summary: 'print the OpenAPI document of the brokerage API',
    description: 'print the OpenAPI 3.1 document of the brokerage API',
    examples: ['openapi > openapi.json'],
    audit: 'none',
    runBare: async ({ context }) => {
      const { openApiText } = await import('../opening/stores/openapi-text.ts');
      context.streams.stdout.write(`${openApiText()}\n`);
    },
  },
];

/** Commands of the person who runs the brokerage service. */
export const serviceCommands: readonly AnyCommandRow[] = [
  ...serverCommands,
  ...organizationCommands,
  ...clientCommands,
  ...eventCommands,
  ...databaseCommands,
];
