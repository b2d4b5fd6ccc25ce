import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { ignoredKeys } from '../../../src/client/idempotency-keys.ts';
import { startTermDesk } from '../support/term-desk.ts';

const reset = () =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });

/** A desk whose API ignores Idempotency-Keys; `lose` loses what is sent with a method, before or after it is carried out. */
async function openForgetfulDesk() {
  await using open = new AsyncDisposableStack();
  const desk = open.use(await startTermDesk());
  let loses: { readonly method: string; readonly when: 'before' | 'after' } | undefined;
  const api = open.use(
    createClient({
      ...desk.credentials,
      baseUrl: 'http://service.test/v1',
      authUrl: 'http://service.test',
      keys: ignoredKeys,
      now: () => Date.parse(desk.clock.now),
      sleep: async () => {},
      async fetch(request) {
        const isLost = request.method === loses?.method && request.headers.has('idempotency-key');
        if (isLost && loses?.when === 'before') throw reset();
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
    ...forgetful,
    listTermNames: () => desk.listTermNames(),
    addTerm: (name: string) => desk.addTerm(name),
    lose: (method: string | undefined, when: 'before' | 'after' = 'after') =>
      void (loses = method === undefined ? undefined : { method, when }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('the same create is not sent again while it is open whether the first one was carried out', async () => {
  await using desk = await openForgetfulDesk();
  desk.lose('POST');
  const lost = await desk.callTool('create_term', { name: 'Net 30' });
  desk.lose(undefined);

  const repeated = await desk.callTool('create_term', { name: 'Net 30' });
  const names = await desk.listTermNames();
  const meant = await desk.callTool('create_term', { name: 'Net 30', again: true });

  expect(lost.data.error.outcome).toBe('unknown');
  expect(repeated.text).toMatch(/^UNKNOWN whether it was done\. .*begun within the last ten minutes.*again: true/);
  expect(names).toEqual(['Net 30']);
  expect(meant.data.status).toBe('done');
});

test('an approved step in doubt is not sent again: a person sees what is known and decides', async () => {
  await using desk = await openForgetfulDesk();
  const ids = [await desk.addTerm('Net 15'), await desk.addTerm('Net 30')];
  const planned = await desk.callTool('delete_terms', { ids });
  await desk.approve(planned.data.approval.id);
  const run = { approvalId: planned.data.approval.id };
  desk.lose('DELETE', 'before');
  const lost = await desk.callTool('run_approved', run);
  desk.lose(undefined);

  const resumed = await desk.callTool('run_approved', run);

  expect(lost.data.error.outcome).toBe('unknown');
  expect(resumed.data).toMatchObject({ status: 'approval_required', approval: { status: 'pending' } });
  expect(resumed.text).toMatch(/It is unknown whether APR-\w+ carried out/);
  expect(await desk.listTermNames()).toEqual(['Net 15', 'Net 30']);
});
