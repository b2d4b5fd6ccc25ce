import { type AnyCommandRow, type ArgumentRow, jsonOption, type OptionRow, yesOption } from './command-row.ts';

const approverOption: OptionRow = {
  flags: '--as <name>',
  description: 'who decides (default: your user name, which is always recorded)',
};
const planArgument: ArgumentRow = { name: '<id>', description: 'such as APR-7K3M9QXD' };
const reasonOption: OptionRow = { flags: '--reason <text>', description: 'recorded with the decision' };

/** Commands of the people who approve plans and set limits. */
export const decideCommands: readonly AnyCommandRow[] = [
  {
    words: 'approvals',
    isGroup: true,
    description: 'list, approve, and deny what the assistant has planned',
    examples: [
      'approvals list',
      'approvals show APR-7K3M9QXD',
      'approvals approve APR-7K3M9QXD --as "R. Vega"',
      'approvals approve APR-7K3M9QXD --without BILL-1042 --without BILL-1043',
      'approvals deny APR-7K3M9QXD --reason "wrong payee"',
      'approvals secret',
      'approvals secret --reset',
      'approvals open',
      'approvals passkeys list',
    ],
  },
  {
    words: 'approvals list',
    description: 'list pending approvals',
    options: [{ flags: '--all', description: 'include the ones already decided' }],
    audit: 'none',
    run: async (session, flags) =>
      (await import('../commands/approvals/approvals.ts')).runApprovalsList(flags, session),
  },
  {
    words: 'approvals show',
    description: 'show one plan in full',
    arguments: [planArgument],
    audit: 'none',
    run: async (session, id) => (await import('../commands/approvals/approvals.ts')).runApprovalsShow(id, session),
  },
  {
    words: 'approvals secret',
    summary: "create the approver's secret, or replace it",
    description: "create the approver's secret, or replace it; decisions and the approvals page ask for it",
    options: [
      {
        flags: '--reset',
        description: 'replace a lost secret: voids pending approvals, and the new one decides nothing for 24 hours',
      },
      yesOption,
      jsonOption,
    ],
    audit: 'administration',
    run: async (session, flags) =>
      (await import('../commands/approvals/approvals.ts')).runApprovalsSecret(flags, session),
  },
  {
    words: 'approvals open',
    summary: 'open the approvals page in your browser',
    description: "open the approvals page in your browser; asks for the approver's secret",
    options: [approverOption],
    audit: 'own',
    run: async (session, flags) =>
      (await import('../commands/approvals/approvals-open.ts')).runApprovalsOpen(flags, session),
  },
  {
    words: 'approvals link',
    description: 'print a link to the approvals page; it works once, within 2 minutes',
    options: [approverOption],
    audit: 'own',
    run: async (session, flags) =>
      (await import('../commands/approvals/approvals-open.ts')).runApprovalsLink(flags, session),
  },
  {
    words: 'approvals passkeys',
    isGroup: true,
    summary: 'list and remove passkeys',
    description: 'list and remove the passkeys that approvers sign with; add one on the page',
    examples: ['approvals passkeys list', 'approvals passkeys remove "Dana\'s laptop"'],
  },
  {
    words: 'approvals passkeys list',
    description: 'list passkeys: name, who added it, when it was last used',
    audit: 'none',
    run: async (session) => (await import('../commands/approvals/passkeys.ts')).runPasskeysList(session),
  },
  {
    words: 'approvals passkeys remove',
    description: 'remove a passkey; after the last one, the secret alone is enough',
    arguments: [{ name: '<name>', description: 'its name, or its id if several share the name' }],
    audit: 'own',
    run: async (session, name) => (await import('../commands/approvals/passkeys.ts')).runPasskeysRemove(name, session),
  },
  {
    words: 'approvals approve',
    description: "approve a plan; asks for the approver's secret",
    arguments: [planArgument],
    options: [
      approverOption,
      reasonOption,
      {
        flags: '--without <line>',
        description: 'leave this line of the plan out; repeat for more',
        isRepeatable: true,
      },
    ],
    audit: 'own',
    run: async (session, id, flags) =>
      (await import('../commands/approvals/approvals.ts')).runApprovalsDecide('approve', id, flags, session),
  },
  {
    words: 'approvals deny',
    description: "deny a plan; asks for the approver's secret",
    arguments: [planArgument],
    options: [approverOption, reasonOption],
    audit: 'own',
    run: async (session, id, flags) =>
      (await import('../commands/approvals/approvals.ts')).runApprovalsDecide('deny', id, flags, session),
  },
  {
    words: 'policy',
    isGroup: true,
    description: 'show or check the limits; stop and resume all changes',
    examples: [
      'policy show',
      'policy check policy.json',
      'policy stop --reason "the assistant books the wrong carrier"',
      'policy resume',
    ],
  },
  {
    words: 'policy show',
    description: 'show every limit and rule in force',
    audit: 'none',
    run: async (session) => (await import('../commands/policy.ts')).runPolicyShow(session),
  },
  {
    words: 'policy check',
    description: 'check a policy file; exits with 1 if it is looser than the built-in policy',
    arguments: [{ name: '[file]', description: 'policy file to check (default: the one in WAYBILL_POLICY)' }],
    audit: 'none',
    run: async (session, file) => (await import('../commands/policy.ts')).runPolicyCheck(file, session),
  },
  {
    words: 'policy stop',
    description: 'stop every change by the assistant at once; reading still works',
    options: [{ flags: '--reason <text>', description: 'shown when a change is refused' }],
    audit: 'administration',
    run: async (session, flags) => (await import('../commands/writes-stop.ts')).runPolicyStop(flags, session),
  },
  {
    words: 'policy resume',
    description: "allow changes again; asks for the approver's secret",
    audit: 'administration',
    run: async (session) => (await import('../commands/writes-stop.ts')).runPolicyResume(session),
  },
];
