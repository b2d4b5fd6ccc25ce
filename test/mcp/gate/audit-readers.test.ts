import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideApproval } from '../../../src/mcp/approvals/approvals.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import type { ToolPrincipal } from '../../../src/mcp/tool/context.ts';
import { auditLog } from '../../../tools/control/audit_log.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { termTools } from '../support/term-tools.ts';

const buildPerson = (name: string, roles: readonly string[], approves = false): ToolPrincipal => ({
  name,
  user: name,
  kind: 'person',
  access: { roles, approves },
});

const principals = {
  dan: buildPerson('dan', ['dispatcher']),
  pam: buildPerson('pam', ['payables']),
  pete: buildPerson('pete', ['payables', 'billing']),
  bea: buildPerson('bea', ['billing']),
  max: buildPerson('max', ['manager'], true),
  // No role of hers decides for others, but the policy names her.
  nora: buildPerson('nora', ['viewer']),
  nightly: {
    name: 'client:nightly',
    user: 'nightly',
    kind: 'program',
    access: { roles: ['payables'], approves: true },
  },
  // Where nobody signs in.
  morgan: { name: 'morgan', kind: 'person' },
} as const satisfies Readonly<Record<string, ToolPrincipal>>;
type Name = keyof typeof principals;
// The table below has each of them.
const everybody = Object.keys(principals) as Name[];

const seen: Readonly<Record<Name, readonly Name[]>> = {
  dan: ['dan'],
  pam: ['pam', 'pete', 'nightly'],
  pete: ['pam', 'pete', 'bea', 'nightly'],
  bea: ['pete', 'bea'],
  max: everybody,
  nora: everybody,
  nightly: ['nightly'],
  morgan: everybody,
};

const open = new AsyncDisposableStack();
const desks = new Map<Name, TestDesk>();

beforeAll(async () => {
  const policy = { ...builtInPolicy, approvers: { delete_terms: ['Nora', 'max'] } };
  const desk = open.use(await startDesk({ tools: [...termTools, auditLog], offersNoOthers: true, server: { policy } }));
  for (const name of everybody) desks.set(name, open.use(await desk.restart({ principalOf: () => principals[name] })));
  for (const name of everybody) await getDesk(name).callTool('create_term', { name: `Net of ${name}` });
});
afterAll(() => open.disposeAsync());

function getDesk(name: Name): TestDesk {
  const desk = desks.get(name);
  if (desk === undefined) throw new Error(`${name} has no desk`);
  return desk;
}

const readLog = async (name: Name, input: object = {}) => {
  const { data, text } = await getDesk(name).callTool('audit_log', { ...input });
  return { text, authors: data.rows.map(({ who: author }: { readonly who: string }) => author).toReversed() };
};

test.each(everybody)('%s sees the entries of whom their role says, and how many others there are', async (reader) => {
  const { text, authors } = await readLog(reader);
  const hidden = everybody.length - seen[reader].length;
  const sentences: Readonly<Record<'person' | 'program', string>> = {
    person: `${hidden} entries of others aren't shown: your role sees its own.`,
    program: `${hidden} entries of others aren't shown: a program sees its own.`,
  };

  expect(authors).toEqual(seen[reader].map((name) => principals[name].name));
  expect(text.includes("aren't shown")).toBe(hidden > 0);
  expect(text).toContain(
    hidden > 0 ? sentences[principals[reader].kind] : `${everybody.length} entries in the audit log`,
  );
});

test('naming somebody whose entries are of others shows none of them, whatever the capitals', async () => {
  expect((await readLog('dan', { who: 'max' })).authors).toEqual([]);
  expect((await readLog('dan', { who: 'DAN' })).authors).toEqual(['dan']);
  expect((await readLog('max', { who: 'Client:nightly' })).authors).toEqual([]);
  expect((await readLog('max', { who: 'client:nightly' })).authors).toEqual(['client:nightly']);
});

test('a limit is filled with the entries that somebody may see', async () => {
  const { authors } = await readLog('dan', { limit: 1 });

  expect(authors).toEqual(['dan']);
});

test('who asked for a plan sees the decision about it, and colleagues of another role do not', async () => {
  const dan = getDesk('dan');
  const { id: term } = await dan.api.paymentTerms.create({ name: 'Net 45' });
  const { data } = await dan.callTool('delete_terms', { ids: [term] });
  const id = String(data.approval.id);
  await decideApproval(dan.options, { id, decision: 'approve', approver: 'max', user: 'm-1' });

  expect((await readLog('dan')).authors).toEqual(['dan', 'max (user m-1)']);
  expect((await readLog('bea')).authors).toEqual(['pete', 'bea']);
  // By the name alone, without the user beside it.
  expect((await readLog('max', { who: 'Max' })).authors).toEqual(['max', 'max (user m-1)']);
});
