import { decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTokenVerifier } from '../../../src/mcp/sign-in/access-token.ts';
import { openIssuer } from '../../../src/mcp/sign-in/issuer.ts';
import { createIssuerLine } from '../../../src/mcp/sign-in/issuer-line.ts';
import { defaultScopes } from '../../../src/mcp/sign-in/scopes.ts';
import { pageClient, startIssuer, type TestIssuer } from '../../support/sign-in/issuer.ts';

const audience = 'http://desk.test/mcp';
const tenMinutesMs = 10 * 60_000;
const longLived = { livesFor: 3600 };

// Time passes by itself nowhere else: how long keys are remembered is the library's to count.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

async function createVerifier({ url: issuer }: TestIssuer) {
  const { keys } = await openIssuer({
    issuer,
    clientId: pageClient.id,
    clientSecret: pageClient.secret,
    audience,
    scopes: defaultScopes,
    isAsked: false,
  });
  const line = createIssuerLine({ log: () => {}, name: issuer });
  const verifier = createTokenVerifier({ issuer, audience, keys, isActive: undefined, scopes: defaultScopes, line });
  return (token: string) =>
    verifier.verifyAccessToken(token).then(
      () => 'good',
      (error: unknown) => String(error),
    );
}

test('a token signed with a key that the issuer has only just made is good some seconds later at the latest', async () => {
  await using issuer = await startIssuer(audience, {});
  const verify = await createVerifier(issuer);
  const before = await issuer.token('max', longLived);
  const first = await verify(before);

  await issuer.rotateKeys({ keepsOld: true });
  const after = await issuer.token('max', longLived);
  vi.advanceTimersByTime(5001);

  expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
  expect([first, await verify(after), await verify(before)]).toEqual(['good', 'good', 'good']);
});

test('a key that the issuer has withdrawn signs nothing any more after ten minutes, or once another one was asked for', async () => {
  await using issuer = await startIssuer(audience, {});
  const [verify, other] = [await createVerifier(issuer), await createVerifier(issuer)];
  const before = await issuer.token('max', longLived);
  const first = [await verify(before), await other(before)];

  await issuer.rotateKeys({ keepsOld: false });
  vi.advanceTimersByTime(5001);
  const renewed = [await verify(await issuer.token('max', longLived)), await verify(before)];
  const remembered = await other(before);
  vi.advanceTimersByTime(tenMinutesMs);

  expect(first).toEqual(['good', 'good']);
  expect(renewed).toEqual(['good', expect.stringContaining('not one for this server')]);
  expect([remembered, await other(before)]).toEqual(['good', expect.stringContaining('not one for this server')]);
});

test('tokens of unknown keys do not make the server ask the issuer each time', async () => {
  await using issuer = await startIssuer(audience, {});
  await using stranger = await startIssuer(audience, {});
  await stranger.rotateKeys({ keepsOld: false });
  const verify = await createVerifier(issuer);
  await verify(await issuer.token('max'));
  const requestsBefore = issuer.countKeyRequests();

  const answers = [];
  for (let nth = 0; nth < 20; nth += 1) answers.push(await verify(await stranger.token('max')));

  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('not one for this server');
  expect([requestsBefore, issuer.countKeyRequests()]).toEqual([1, 1]);
});

test('a token that was issued more than a minute ahead is refused, and one that clocks may differ by is good', async () => {
  await using issuer = await startIssuer(audience, {});
  const verify = await createVerifier(issuer);
  const token = await issuer.token('max', longLived);
  vi.setSystemTime(Date.now() - 50_000);
  const near = await verify(token);
  vi.setSystemTime(Date.now() - 20_000);

  expect(near).toBe('good');
  expect(await verify(token)).toContain('this token was issued in the future: compare the clock of this machine');
});
