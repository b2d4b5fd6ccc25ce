import { expect, test } from 'vitest';
import { isDeep } from '../../support/depth.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { signInAs } from './browser-visit.ts';
import { callMessage, type SignedInDesk, staff, startSignedInDesk } from './signed-in-desk.ts';

const find = callMessage('find', { query: 'Chicago' });
const infoLog = { WAYBILL_LOG: 'info' };

const createBearer = async ({ issuer }: SignedInDesk, subject: string) => `Bearer ${await issuer.token(subject)}`;

const countLines = (desk: SignedInDesk, message: string): number => desk.logged().split(message).length - 1;

async function readReady({ origin }: SignedInDesk) {
  const response = await fetch(`${origin}/readyz`);
  return { status: response.status, body: (await response.json()) as { parts: Record<string, unknown> } };
}

// A failing one is also what the approvals page is tried with.
test.each(isDeep ? (['gone', 'silent', 'failing'] as const) : (['gone', 'silent'] as const))(
  'while the issuer is %s every call is told when to come back, the log says so once, and readiness names it',
  async (reach) => {
    await using desk = await startSignedInDesk({
      accounts: staff,
      signIn: { introspection: true },
      environment: infoLog,
    });
    expect((await desk.post(find, await createBearer(desk, 'max'))).status).toBe(200);
    expect((await readReady(desk)).body.parts).toMatchObject({ issuer: { status: 'ready' } });
    const tokens = await Promise.all(['ada', 'dan', 'vera', 'sol'].map((subject) => createBearer(desk, subject)));

    await desk.issuer.setReach(reach);
    const answers = [];
    for (const token of tokens) answers.push(await desk.post(find, token));
    const { status, body } = await readReady(desk);

    expect(answers.map((answer) => answer.status)).toEqual([503, 503, 503, 503]);
    for (const { headers } of answers) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('x-nothing-changed')).toBe('true');
    }
    expect(await answers[0]?.text()).toContain('The issuer cannot be asked about this token now.');
    // Only the first question was put on a caller's time.
    expect(desk.issuer.countIntrospections()).toBeLessThanOrEqual(3);
    expect(countLines(desk, '"level":"error"')).toBe(1);
    expect(desk.logged()).toContain('"message":"The issuer cannot be asked');
    expect(desk.logged()).not.toContain('"level":"warn"');
    expect([status, body.parts['issuer']]).toEqual([
      503,
      { status: 'unavailable', reason: expect.stringContaining('The issuer cannot be asked') },
    ]);

    await desk.issuer.setReach('open');
    await waitUntil(() => desk.logged().includes('The issuer can be asked again.'));

    expect((await desk.post(find, await createBearer(desk, 'ada'))).status).toBe(200);
    expect((await readReady(desk)).status).toBe(200);
    expect(countLines(desk, 'The issuer can be asked again.')).toBe(1);
  },
);

test('an issuer that refuses introspection is quoted in the log', async () => {
  await using desk = await startSignedInDesk({
    accounts: staff,
    signIn: { introspection: true },
    environment: infoLog,
  });
  await desk.issuer.setReach('refusing');

  const answer = await desk.post(find, await createBearer(desk, 'max'));

  expect(answer.status).toBe(503);
  expect(desk.logged()).toContain('"message":"The issuer refuses introspection: every token is refused');
  expect(desk.logged()).toContain('"cause":"HTTP 401: invalid_client: this client may not introspect"');
});

test('keys that were read before the issuer went away still check tokens', async () => {
  await using desk = await startSignedInDesk({ accounts: staff, environment: infoLog });
  const tokens = await Promise.all(['max', 'ada'].map((subject) => createBearer(desk, subject)));
  expect((await desk.post(find, tokens[0])).status).toBe(200);
  await desk.issuer.rotateKeys({ keepsOld: true });

  await desk.issuer.setReach('gone');

  expect((await desk.post(find, tokens[1])).status).toBe(200);
  expect((await readReady(desk)).status).toBe(200);
});

test('the approvals page says that the issuer is away, and shows itself again when it is back', async () => {
  await using desk = await startSignedInDesk({
    accounts: staff,
    signIn: { introspection: true },
    environment: infoLog,
  });
  const { visit } = await signInAs(desk, 'max');
  const cookie = [...visit.cookies].map((pair) => pair.join('=')).join('; ');
  const open = () => fetch(`${desk.origin}/approvals`, { redirect: 'manual', headers: { cookie } });
  expect((await open()).status).toBe(200);

  await desk.issuer.setReach('failing');
  await waitUntil(async () => (await open()).status === 503);
  const away = await open();
  await desk.issuer.setReach('open');
  await waitUntil(() => desk.logged().includes('The issuer can be asked again.'));

  expect([away.status, await away.text()]).toEqual([503, expect.stringContaining('The issuer cannot be asked')]);
  expect((await open()).status).toBe(200);
  expect(desk.logged()).not.toContain('The approvals page could not answer.');
});
