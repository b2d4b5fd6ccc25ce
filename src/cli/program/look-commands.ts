import { type AnyCommandRow, jsonOption } from './command-row.ts';

/** Commands that show the desk and its tools. */
export const lookCommands: readonly AnyCommandRow[] = [
  {
    words: 'desk',
    summary: 'open the desk in a browser, with the approvals page beside it',
    description:
      'open pages to read the desk: what is late, uncovered, to invoice, due and waiting for approval, and every record; prints its link as one line of JSON',
    options: [{ flags: '--port <number>', description: 'port to listen on; 0 picks a free one', default: '0' }],
    examples: ['desk', 'desk --port 8090'],
    audit: 'none',
    run: async (session, flags) => (await import('../commands/desk/desk.ts')).runDesk(flags, session),
  },
  {
    words: 'call',
    summary: 'run one tool and print its answer',
    description: 'run one tool and print its answer; exits with 0, 1 (error), or 3 (needs an approval)',
    arguments: [
      { name: '<tool>', description: 'name of the tool' },
      { name: '[json]', description: "the tool's arguments as one JSON object" },
    ],
    options: [{ flags: '--json', description: 'print the whole result as JSON' }],
    examples: [
      'call track_shipments \'{"shipments":["SHP-1042","4500-7781"]}\'',
      'call list_shipments \'{"exception":"late"}\' --json',
    ],
    audit: 'own',
    run: async (session, tool, json, flags) =>
      (await import('../commands/call.ts')).runCall(tool, json, flags, session),
  },
  {
    words: 'tools',
    summary: 'list the tools your assistant gets',
    description: 'list the tools your assistant gets, and what each one may change',
    options: [jsonOption],
    examples: ['tools', 'tools --json'],
    audit: 'none',
    run: async (session, flags) => (await import('../commands/tools.ts')).runTools(flags, session),
  },
];
