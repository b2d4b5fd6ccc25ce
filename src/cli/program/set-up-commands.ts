import { type AnyCommandRow, databaseOption, jsonOption, yesOption } from './command-row.ts';

/** Commands that prepare the sandbox, the encryption key and the shell. */
export const setUpCommands: readonly AnyCommandRow[] = [
  {
    words: 'sandbox',
    isGroup: true,
    description: 'show the sandbox, move its clock ahead, or start it over',
    examples: ['sandbox status', 'sandbox status --json', 'sandbox advance 24', 'sandbox reset --yes'],
  },
  {
    words: 'sandbox status',
    description: 'show its time and how much freight is late, dwelling, or without a truck',
    options: [databaseOption, jsonOption],
    audit: 'none',
    run: async (session, flags) => (await import('../commands/sandbox.ts')).runSandboxStatus(flags, session),
  },
  {
    words: 'sandbox advance',
    description: 'move its clock ahead: new freight comes in, trucks deliver, money moves',
    arguments: [{ name: '<hours>', description: 'from 0.25 to 720' }],
    options: [databaseOption, jsonOption],
    audit: 'administration',
    run: async (session, hours, flags) =>
      (await import('../commands/sandbox.ts')).runSandboxAdvance(hours, flags, session),
  },
  {
    words: 'sandbox reset',
    description: 'make the sandbox new, as of now; its API clients stay',
    options: [yesOption, databaseOption, jsonOption],
    audit: 'administration',
    run: async (session, flags) => (await import('../commands/sandbox.ts')).runSandboxReset(flags, session),
  },
  {
    words: 'keys',
    isGroup: true,
    summary: 'replace the encryption key',
    description: 'replace the encryption key; stop every other Waybill process first',
    examples: ['keys rotate', 'keys give-up --yes'],
  },
  {
    words: 'keys rotate',
    description: 'encrypt everything with a new key; ends all access tokens; run it again if it was interrupted',
    options: [
      { flags: '--to <file>', description: 'file for the new key (default: the key file in WAYBILL_HOME)' },
      databaseOption,
      yesOption,
    ],
    audit: 'own',
    run: async (session, flags) => (await import('../commands/keys.ts')).runKeysRotate(flags, session),
  },
  {
    words: 'keys give-up',
    description: 'start over with a new key when the old one is lost; what only it could open is lost too',
    options: [databaseOption, yesOption],
    audit: 'own',
    run: async (session, flags) => (await import('../commands/keys.ts')).runKeysGiveUp(flags, session),
  },
  {
    words: 'completion',
    summary: 'print a script for completion in your shell',
    description: 'print a script that completes commands, options, and tool names in your shell',
    arguments: [{ name: '<shell>', description: 'your shell', choices: ['bash', 'zsh', 'fish'] }],
    examples: ['completion bash', 'completion fish'],
    audit: 'none',
    runBare: async (run, program, shell) =>
      (await import('../commands/completion/completion.ts')).runCompletion(shell, program, run),
  },
];
