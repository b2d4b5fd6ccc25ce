import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageClient, startIssuer, type TestIssuer } from '../../support/sign-in/issuer.ts';
import { runWaybill } from '../support/in-process.ts';
import { copyOpenedHome, createOpenedHome } from '../support/opened-home.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

const publicUrl = 'https://desk.example.com';
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer(`${publicUrl}/mcp`, {});
});
afterAll(() => issuer[Symbol.asyncDispose]());

/** Folders of organizations whose sandboxes are there already. */
async function makeDesks(home: string, organizations: readonly string[]): Promise<void> {
  for (const name of organizations) await copyOpenedHome(path.join(home, 'organizations', name));
}

async function checkSignIn(
  signIn: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  using folder = await createOpenedHome();
  await makeDesks(folder.path, Object.keys(signIn['organizations'] ?? {}));
  const file = path.join(folder.path, 'sign-in.json');
  writeFileSync(file, JSON.stringify({ issuer: issuer.url, client: { id: pageClient.id }, ...signIn }));
  const { stdout } = await runWaybill(['doctor'], {
    home: folder.path,
    environment: { WAYBILL_SIGN_IN: file, ...environment },
  });
  return stdout;
}

test('doctor asks the issuer, says what tokens must name, and checks the desk of each organization', async () => {
  const text = await checkSignIn(
    { organizations: { acme: {}, globex: {} } },
    {
      WAYBILL_PUBLIC_URL: publicUrl,
      WAYBILL_ALLOWED_HOSTS: 'host.docker.internal',
      WAYBILL_ALLOWED_ORIGINS: 'https://chat.example.com',
    },
  );

  expect(text).toContain(
    `ok       sign-in: ${issuer.url} answers; tokens must name the audience ${publicUrl}/mcp; organizations: acme, globex\n`,
  );
  expect(text).toContain('HTTP: also answers as host.docker.internal; pages of https://chat.example.com may call\n');
  for (const name of ['acme', 'globex']) {
    expect(text).toMatch(new RegExp(`^ok {7}${name}: data folder: .*organizations/${name}$`, 'm'));
    expect(text).toMatch(new RegExp(`^ok {7}${name}: API: answers`, 'm'));
  }
});

test('doctor names an issuer that is not there, and an address that is missing', async () => {
  const gone = await checkSignIn({ issuer: 'http://127.0.0.1:9' }, { WAYBILL_PUBLIC_URL: publicUrl });
  const nowhere = await checkSignIn({});

  expect(gone).toMatch(
    /problem {2}sign-in: The issuer http:\/\/127\.0\.0\.1:9\/ of WAYBILL_SIGN_IN does not describe itself/,
  );
  expect(nowhere).toMatch(/problem {2}sign-in: WAYBILL_PUBLIC_URL is missing/);
});

test('doctor tries introspection, says why the issuer refuses it, and warns about e-mails that nobody verifies', async () => {
  using secret = createTemporaryFolder();
  const secretFile = path.join(secret.path, 'client-secret');
  writeFileSync(secretFile, pageClient.secret);
  const signIn = { introspection: true, assumeEmailVerified: true, client: { id: pageClient.id, secretFile } };
  const works = await checkSignIn(signIn, { WAYBILL_PUBLIC_URL: publicUrl });
  await issuer.setReach('refusing');
  const refused = await checkSignIn(signIn, { WAYBILL_PUBLIC_URL: publicUrl });
  await issuer.setReach('open');

  expect(works).toMatch(/^ok {7}sign-in: .*; introspection works; warning: an e-mail counts as verified/m);
  expect(refused).toMatch(
    /^problem {2}sign-in: The issuer .* doesn't answer introspection for the client waybill \(HTTP 401: invalid_client: this client may not introspect\)/m,
  );
});
