import { expect, test, vi } from 'vitest';
import { signInAs } from './browser-visit.ts';
import { callMessage, staff, startSignedInDesk } from './signed-in-desk.ts';

const find = callMessage('find', { query: 'Chicago' });
/** Limit that only ends a hang; the duration is measured elsewhere. */
const soon = { timeout: 60_000, interval: 250 };

test('somebody whom the issuer sends away is out: of the tools and of the page', async () => {
  await using desk = await startSignedInDesk({ accounts: staff, signIn: { introspection: true } });
  const authorization = `Bearer ${await desk.issuer.token('max')}`;
  const other = `Bearer ${await desk.issuer.token('ada')}`;
  const { visit } = await signInAs(desk, 'max');
  expect((await desk.post(find, authorization)).status).toBe(200);

  desk.issuer.sendAway('max');

  await vi.waitFor(async () => expect((await desk.post(find, authorization)).status).toBe(401), soon);
  const answer = await fetch(`${desk.origin}/approvals`, {
    redirect: 'manual',
    headers: { cookie: [...visit.cookies].map((pair) => pair.join('=')).join('; ') },
  });
  expect(answer.headers.get('location')).toMatch(/^\/approvals\/sign-in/);
  expect((await desk.post(find, other)).status).toBe(200);
});

test('while the issuer cannot be asked nobody gets in, and nobody is told that their token is wrong', async () => {
  await using desk = await startSignedInDesk({ accounts: staff, signIn: { introspection: true } });
  await desk.issuer.setReach('failing');
  const answer = await desk.post(find, `Bearer ${await desk.issuer.token('max')}`);

  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('cannot be asked');
  await desk.issuer.setReach('open');
  await vi.waitFor(
    async () => expect((await desk.post(find, `Bearer ${await desk.issuer.token('max')}`)).status).toBe(200),
    soon,
  );
});

test('the issuer is asked about a token once in a while, not at every call', async () => {
  await using desk = await startSignedInDesk({ accounts: staff, signIn: { introspection: true } });
  const authorization = `Bearer ${await desk.issuer.token('max')}`;

  await Promise.all([...Array(4)].map(() => desk.post(find, authorization)));
  const before = desk.issuer.countIntrospections();
  for (let call = 0; call < 10; call += 1) await desk.post(callMessage('list_approvals', {}), authorization);

  expect(desk.issuer.countIntrospections() - before).toBeLessThan(10);
});
