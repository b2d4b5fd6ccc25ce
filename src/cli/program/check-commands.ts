import { type AnyCommandRow, databaseOption, jsonOption, yesOption } from './command-row.ts';

/** Commands that check the setup, the audit log and the copy of the records. */
export const checkCommands: readonly AnyCommandRow[] = [
  {
    words: 'doctor',
    summary: 'check your setup: what to fix, and what is left to do',
    description:
      'check your setup: what works, what to fix, and what is left to do; exits with 1 if there is a problem',
    options: [databaseOption],
    examples: ['doctor'],
    audit: 'none',
    run: async (session, flags) => (await import('../commands/doctor.ts')).runDoctor(flags, session),
  },
  {
    words: 'health',
    summary: 'ask the server that runs here whether it is healthy',
    description: 'ask the server that runs here whether it is healthy: exit code 0, or 1 with the reason',
    options: [
      {
        flags: '--url <address>',
        description: 'address of a health check (default: the one that the server wrote to WAYBILL_RUNTIME_DIR)',
      },
    ],
    examples: ['health', 'health --url http://127.0.0.1:3333/healthz'],
    audit: 'none',
    run: async (session, flags) => (await import('../commands/health.ts')).runHealth(flags, session),
  },
  {
    words: 'audit',
    isGroup: true,
    description: 'show, verify, and export the log of every change',
    examples: ['audit tail', 'audit verify', 'audit export audit.jsonl', 'audit accept'],
  },
  {
    words: 'audit tail',
    description: 'show the latest entries',
    options: [
      { flags: '--count <number>', description: 'how many', default: '20' },
      { flags: '--json', description: 'print JSON lines with hashes' },
    ],
    audit: 'none',
    run: async (session, flags) => (await import('../commands/audit.ts')).runAuditTail(flags, session),
  },
  {
    words: 'audit verify',
    description: 'check that no entry was changed or removed',
    arguments: [{ name: '[file]', description: 'an exported file, instead of the log itself' }],
    options: [
      { flags: '--last <hash>', description: 'a hash you noted earlier; its entry must still be there' },
      { flags: '--at-least <number>', description: 'how many entries there were when you noted it' },
    ],
    audit: 'none',
    run: async (session, file, flags) => (await import('../commands/audit.ts')).runAuditVerify(file, flags, session),
  },
  {
    words: 'audit export',
    description: 'write the log to a file as JSON lines',
    arguments: [{ name: '<file>', description: 'such as audit.jsonl' }],
    audit: 'none',
    run: async (session, file) => (await import('../commands/audit.ts')).runAuditExport(file, session),
  },
  {
    words: 'audit accept',
    description: 'continue with a log whose end cannot be verified; the log records this',
    options: [yesOption],
    audit: 'own',
    run: async (session, flags) => (await import('../commands/audit.ts')).runAuditAccept(flags, session),
  },
  {
    words: 'sync',
    isGroup: true,
    description: 'update, show, or check the local copy of your records',
    examples: ['sync', 'sync --full', 'sync status', 'sync verify', 'sync verify --whole --repair'],
  },
  {
    words: 'sync run',
    description: 'bring the copy up to date (the default); if you stop it, the next run continues',
    options: [{ flags: '--full', description: 'delete the copy and make a new one' }],
    isDefault: true,
    audit: 'none',
    run: async (session, flags) => (await import('../commands/sync/sync.ts')).runSync(flags, session),
  },
  {
    words: 'sync status',
    description: 'show how many records the copy holds, and as of when',
    options: [jsonOption],
    audit: 'none',
    run: async (session, flags) => (await import('../commands/sync/sync.ts')).runSyncStatus(flags, session),
  },
  {
    words: 'sync verify',
    description: 'compare a sample of the copy with the API; exits with 1 if they differ',
    options: [
      { flags: '--whole', description: 'compare every record' },
      { flags: '--repair', description: 'read the records that differ again' },
      jsonOption,
    ],
    audit: 'none',
    run: async (session, flags) => (await import('../commands/sync/sync.ts')).runSyncVerify(flags, session),
  },
];
