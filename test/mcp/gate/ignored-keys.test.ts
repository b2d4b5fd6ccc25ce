import { createCapabilitiesWithKeys } from '../../../src/client/capabilities/api-capabilities.ts';
import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { recordPayment } from '../../../tools/billing/record_payment.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import type { TestDesk } from '../../support/desk.ts';
import { createInvoicedLoad } from '../../support/records/invoiced-loads.ts';
import { startLoadDesk } from '../support/load-desk.ts';
import { startTermDesk } from '../support/term-desk.ts';

const reset = () =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });

/** Requests that are lost, by their method: before or after they are carried out. */
interface Losses {
  readonly method: string;
  readonly when: 'before' | 'after';
  /** Loses everything that is read afterwards, too. */
  readonly losesLookups?: boolean;
}

/** A desk whose API ignores Idempotency-Keys. */
async function openForgetfulDesk<Started extends TestDesk>(start: () => Promise<Started>) {
  await using open = new AsyncDisposableStack();
  const desk = open.use(await start());
  let losses: Losses | undefined;
  let hasLost = false;
  const api = open.use(
    createClient({
      ...desk.credentials,
      baseUrl: 'http://service.test/v1',
      authUrl: 'http://service.test',
      capabilities: createCapabilitiesWithKeys('disproved'),
      now: () => Date.parse(desk.clock.now),
      sleep: async () => {},
      async fetch(request) {
        const isWrite = request.headers.has('idempotency-key');
        const isLost = request.method === losses?.method && isWrite;
        if (losses?.losesLookups === true && hasLost && !isWrite) throw reset();
        hasLost ||= isLost;
        if (isLost && losses?.when === 'before') throw reset();
        const headers = new Headers(request.headers);
        headers.delete('idempotency-key');
        const response = await desk.service.service.fetch(new Request(request, { headers }));
        if (isLost) throw reset();
        return response;
      },
    }),
  );
  const forgetful = open.use(await desk.restart({ apiOf: () => api }));
  const stack = open.move();
  return {
    ...desk,
    ...forgetful,
    lose: (next: Losses | undefined) => void (losses = next),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('the same create is not sent again while it is open whether the first one was carried out', async () => {
  await using desk = await openForgetfulDesk(startTermDesk);
  desk.lose({ method: 'POST', when: 'after' });
  const lost = await desk.callTool('create_term', { name: 'Net 30' });
  desk.lose(undefined);

  const repeated = await desk.callTool('create_term', { name: 'Net 30' });
  const names = await desk.listTermNames();
  const deliberate = await desk.callTool('create_term', { name: 'Net 30', again: true });

  expect(lost.data.error.outcome).toBe('unknown');
  expect(repeated.text).toMatch(/^UNKNOWN whether it was done\. .*begun within the last ten minutes.*again: true/);
  expect(names).toEqual(['Net 30']);
  expect(deliberate.data.status).toBe('done');
});

test('an approved step in doubt is not sent again: a person sees what is known and decides', async () => {
  await using desk = await openForgetfulDesk(startTermDesk);
  const ids = [await desk.addTerm('Net 15'), await desk.addTerm('Net 30')];
  const planned = await desk.callTool('delete_terms', { ids });
  await desk.approve(planned.data.approval.id);
  const run = { approvalId: planned.data.approval.id };
  desk.lose({ method: 'DELETE', when: 'before' });
  const lost = await desk.callTool('run_approved', run);
  desk.lose(undefined);

  const resumed = await desk.callTool('run_approved', run);

  expect(lost.data.error.outcome).toBe('unknown');
  expect(resumed.data).toMatchObject({ status: 'approval_required', approval: { status: 'pending' } });
  expect(resumed.text).toMatch(/It is unknown whether APR-\w+ ran/);
  expect(await desk.listTermNames()).toEqual(['Net 15', 'Net 30']);
});

test('an approved step that the records show to be done is closed with its audit entry, and whoever approved it is told', async () => {
  const notified: string[] = [];
  await using desk = await openForgetfulDesk(() =>
    startLoadDesk({
      tools: [recordPayment, runApproved],
      server: {
        policy: { ...builtInPolicy, gates: { record_payment: 'approve' } },
        notify: ({ event }) => void notified.push(event),
      },
    }),
  );
  const invoice = await createInvoicedLoad(desk);
  const planned = await desk.callTool('record_payment', { customer: 'Acme Foods', reference: '4711', amount: 500 });
  const approvalId = String(planned.data.approval.id);
  await desk.approve(approvalId);
  desk.lose({ method: 'POST', when: 'after', losesLookups: true });
  const lost = await desk.callTool('run_approved', { approvalId });
  desk.lose(undefined);

  const answer = await desk.callTool('run_approved', { approvalId });
  const again = await desk.callTool('run_approved', { approvalId });

  const entries = (await desk.memory.audit.after(null, 100)).map(readEntry);
  const row = await desk.memory.approvals.get(approvalId);
  expect(lost.data.error.outcome).toBe('unknown');
  expect(answer.data).toMatchObject({ status: 'done' });
  expect(again.data).toMatchObject({ status: 'already_done' });
  expect((await desk.api.invoices.get({ id: invoice.id })).amountOwed).toBe(1500);
  expect(row).toMatchObject({ status: 'done', steps_sent: 1, steps_done: 1 });
  expect(entries.map(({ kind, status }) => `${kind}: ${status}`)).toEqual([
    'decided: approved',
    'started: started',
    'finished: UNREACHABLE',
    'finished: done',
  ]);
  expect(entries.at(-1)).toMatchObject({
    attempt: approvalId,
    approvalId,
    tool: 'record_payment',
    who: 'dana',
    planHash: row?.plan_hash,
    calls: [],
    summary: expect.stringMatching(
      /^Record \$500\.00 .* Its answer was lost, and the records show that it was done\.$/,
    ),
    undo: 'The payment can be taken back: the invoices are open again (undo).',
  });
  expect(notified).toEqual(['APPROVAL_WAITING', 'APPROVAL_DECIDED', 'APPROVAL_RAN']);
});
