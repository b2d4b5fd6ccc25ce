import { hosts } from '../commands/install/hosts.ts';
import type { AnyCommandRow, ArgumentRow, OptionRow } from './command-row.ts';

const clientArgument: ArgumentRow = {
  name: '<client>',
  description: 'the assistant or editor to connect',
  choices: Object.keys(hosts),
};
const settingsFileOption: OptionRow = {
  flags: '--file <file>',
  description: "the client's settings file, if it isn't the usual one",
};

/** Commands that connect assistants and start the tool server. */
export const startCommands: readonly AnyCommandRow[] = [
  {
    words: 'install',
    summary: 'connect an assistant or editor on this machine',
    description:
      'connect an assistant or editor on this machine: adds Waybill to its settings, changes nothing else there; in a terminal it then copies your records',
    arguments: [clientArgument],
    options: [
      { flags: '--npx', description: 'let the client start Waybill with npx, which needs no installation' },
      settingsFileOption,
      {
        flags: '--print',
        description: 'print the settings, and the link of a button if the client has one; write nothing',
      },
      { flags: '--no-copy', description: "leave copying your records to the client's first start of Waybill" },
    ],
    examples: [
      'install claude-desktop',
      'install cursor --npx',
      'install vscode --print',
      'install librechat --file LibreChat/librechat.yaml',
    ],
    audit: 'none',
    run: async (session, client, flags) =>
      (await import('../commands/install/install.ts')).runInstall(client, flags, session),
  },
  {
    words: 'uninstall',
    summary: 'disconnect it again; your records stay',
    description: "remove Waybill from an assistant's settings, with all that install made; your records stay",
    arguments: [clientArgument],
    options: [settingsFileOption],
    examples: ['uninstall claude-desktop'],
    audit: 'none',
    run: async (session, client, flags) =>
      (await import('../commands/install/install.ts')).runUninstall(client, flags, session),
  },
  {
    words: 'stdio',
    summary: 'start the MCP server; assistants run this (the default)',
    description: 'start the MCP server on standard input and output; assistants run this (the default command)',
    examples: ['stdio', '--env-file desk.env stdio'],
    isDefault: true,
    isServer: true,
    audit: 'none',
    run: async (session) => (await import('../commands/servers/stdio.ts')).runStdio(session),
  },
  {
    words: 'http',
    summary: 'start the MCP server over HTTP, with the approvals page',
    description:
      'start the MCP server at http://127.0.0.1:3333/mcp, with the approvals page; prints one line of JSON when it is ready. WAYBILL_ALLOWED_HOSTS and WAYBILL_ALLOWED_ORIGINS name further hosts and web pages that may call it',
    options: [
      {
        flags: '--host <address>',
        description: 'address to listen on; without sign-in 127.0.0.1 or localhost',
        default: '127.0.0.1',
      },
      { flags: '--port <number>', description: 'port to listen on; 0 picks a free one', default: '3333' },
    ],
    examples: ['http', 'http --port 0'],
    isServer: true,
    audit: 'none',
    run: async (session, flags) => (await import('../commands/servers/http.ts')).runHttp(flags, session),
  },
];
