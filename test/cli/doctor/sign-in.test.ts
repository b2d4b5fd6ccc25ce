import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageClient, startIssuer, type TestIssuer } from '../../support/sign-in/issuer.ts';
import { waybill } from '../support/in-process.ts';
import { openedHome } from '../support/opened-home.ts';

const publicUrl = 'https://desk.example.com';
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer(`${publicUrl}/mcp`, {});
});
afterAll(() => issuer[Symbol.asyncDispose]());

async function checked(signIn: object, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  using folder = await openedHome();
  const file = path.join(folder.path, 'sign-in.json');
  writeFileSync(file, JSON.stringify({ issuer: issuer.url, client: { id: pageClient.id }, ...signIn }));
  const { stdout } = await waybill(['doctor'], {
    home: folder.path,
    environment: { WAYBILL_SIGN_IN: file, ...environment },
  });
  return stdout;
}

test('doctor asks the issuer, and says what tokens have to name and where each organization is checked', async () => {
  const text = await checked({ organizations: { acme: {}, globex: {} } }, { WAYBILL_PUBLIC_URL: publicUrl });

  expect(text).toContain(
    `ok    signing in: ${issuer.url} describes itself; tokens name ${publicUrl}/mcp as their audience; acme, globex have stores`,
  );
  expect(text).toContain(`${path.join('organizations', 'globex')} doctor\``);
});

test('doctor names an issuer that is not there, and an address that is missing', async () => {
  const gone = await checked({ issuer: 'http://127.0.0.1:9' }, { WAYBILL_PUBLIC_URL: publicUrl });
  const nowhere = await checked({});

  expect(gone).toMatch(
    /FAIL {2}signing in: The issuer http:\/\/127\.0\.0\.1:9\/ of WAYBILL_SIGN_IN does not describe itself/,
  );
  expect(nowhere).toMatch(/FAIL {2}signing in: WAYBILL_PUBLIC_URL is missing/);
});
