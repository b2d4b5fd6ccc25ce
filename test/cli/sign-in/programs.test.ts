import { afterAll, beforeAll, expect, test } from 'vitest';
import { pipeline } from '../../support/sign-in/issuer.ts';
import { connectOverHttp, type HttpAgent } from '../support/http.ts';
import { decideOnPage, signInAs } from './browser-visit.ts';
import { type SignedInDesk, staff, startSignedInDesk } from './signed-in-desk.ts';

let desk: SignedInDesk;

beforeAll(async () => {
  desk = await startSignedInDesk({ accounts: staff });
  desk.issuer.setAccount(pipeline.id, { roles: ['dispatcher', 'payables'] });
});
afterAll(() => desk[Symbol.asyncDispose]());

/** Connects a program that has signed in for itself; its client says yes to each form. */
async function connectPipeline(shownForms: string[]): Promise<HttpAgent> {
  const { id, secret } = pipeline;
  const answer = await fetch(`${desk.issuer.url}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'waybill:read waybill:write',
      resource: `${desk.origin}/mcp`,
    }),
  });
  // As RFC 6749 says it.
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return connectOverHttp(`${desk.origin}/mcp`, 'modern', shownForms, token);
}

async function findPlannedShipment(agent: HttpAgent): Promise<string> {
  const { data } = await agent.call('list_shipments', { status: 'PLANNING', limit: 1 });
  const [first] = (data as { rows: { friendlyId: string }[] }).rows;
  if (first === undefined) throw new Error('nothing is planned');
  return first.friendlyId;
}

test('a program signs in for itself, acts in its own name, and decides nothing', async () => {
  const shownForms: string[] = [];
  await using program = await connectPipeline(shownForms);
  const shipment = await findPlannedShipment(program);

  const planned = await program.call('cancel_shipment', { shipment, reason: 'no longer wanted' });

  expect(planned.data).toMatchObject({ status: 'approval_required' });
  expect(shownForms).toEqual([]);
  const { id } = (planned.data as { approval: { id: string } }).approval;
  expect((await program.call('run_approved', { approvalId: id })).data).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
  const { visit, arrived } = await signInAs(desk, 'max');
  expect(arrived.html).toContain(`client:${pipeline.id}`);
  expect((await decideOnPage(visit, id, 'approve')).status).toBe(303);
  expect((await program.call('run_approved', { approvalId: id })).text).toMatch(/^DONE/);
});

test('what a program has asked for is not among the plans of a person', async () => {
  await using max = await desk.connect('max');

  expect((await max.call('list_approvals', {})).text).not.toContain('client:');
});

test('a person with the same roles is asked in the form of their client', async () => {
  const shownForms: string[] = [];
  await using dan = await desk.connect('dan', { shown: shownForms });

  const done = await dan.call('cancel_shipment', {
    shipment: await findPlannedShipment(dan),
    reason: 'no longer wanted',
  });

  expect(shownForms).toHaveLength(1);
  expect(done.text).toMatch(/^DONE/);
});
