import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nothingChangedHeader } from '../../../src/contract/kit/nothing-changed.ts';
import { startAgentProcess } from '../support/agent.ts';
import { startHttpCommand } from '../support/http.ts';
import { formatDatabaseUrl, buildDeskSettings, listTermNames } from '../support/record.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service.ts';
import { createTemporaryFolder } from '../support/waybill.ts';
import path from 'node:path';

const getFile = (home: string, name: string) => path.join(home, name);

/** Creates a payment term with plain HTTP, as any program does. */
async function createTerm({ ready }: ServiceProcess, token: string, name: string) {
  const answer = await fetch(`${ready.url}/payment-terms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const body = (await answer.json()) as { readonly error?: { readonly message: string } };
  return {
    status: answer.status,
    message: body.error?.message,
    isNothingChanged: answer.headers.get(nothingChangedHeader) === 'true',
  };
}

async function readToken({ ready }: ServiceProcess): Promise<string> {
  const answer = await fetch(`${ready.authUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: ready.clientId,
      client_secret: String(ready.clientSecret),
    }),
  });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}

const fetchReadyStatus = async ({ ready }: ServiceProcess) => (await fetch(`${ready.authUrl}/readyz`)).status;

test('a service whose file was renamed acknowledges nothing until it is back, and one whose file was replaced never', async () => {
  using folder = createTemporaryFolder();
  const file = getFile(folder.path, 'desk.db');
  await using service = await startServiceProcess(['--database', `sqlite:${file}`], { home: folder.path });
  const token = await readToken(service);
  const before = await createTerm(service, token, 'Net 15');

  renameSync(file, `${file}.old`);
  const away = [await createTerm(service, token, 'Net 30'), await fetchReadyStatus(service)];
  renameSync(`${file}.old`, file);
  const back = [await createTerm(service, token, 'Net 45'), await fetchReadyStatus(service)];
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  const replaced = [await createTerm(service, token, 'Net 60'), await fetchReadyStatus(service)];

  const refused = {
    status: 503,
    message:
      "The file of the brokerage's database was moved or deleted while the service runs; nothing was changed. Put it back, or restore it and restart the service.",
    isNothingChanged: true,
  };
  expect(before.status).toBe(201);
  expect(away).toEqual([refused, 503]);
  expect(back).toEqual([expect.objectContaining({ status: 201 }), 200]);
  expect(replaced).toEqual([refused, 503]);
});

test('an assistant is told which file is away, and what it then writes is in the file that is there', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const create = (name: string) => ({ operation: 'paymentTerms.create', input: { name } });
  const memoryFile = getFile(folder.path, 'waybill.db');
  {
    await using agent = await startAgentProcess(settings);
    await agent.call('api_write', create('Net 15'));
    for (const end of ['', '-wal', '-shm']) rmSync(`${memoryFile}${end}`);
    const unaudited = await agent.call('api_write', create('Net 30'));
    expect(unaudited.text).toMatch(
      /^NOT DONE\. The database \S+waybill\.db was deleted or renamed while this process had it open, so nothing was saved\./,
    );
  }
  await using agent = await startAgentProcess(settings);
  await agent.call('api_write', create('Net 45'));
  renameSync(getFile(folder.path, 'desk.db'), getFile(folder.path, 'desk.old'));
  const unsaved = await agent.call('api_write', create('Net 60'));
  renameSync(getFile(folder.path, 'desk.old'), getFile(folder.path, 'desk.db'));
  await agent.call('api_write', create('Net 75'));

  expect(unsaved.text).toMatch(
    /^NOT DONE\. The file of the brokerage's database was moved or deleted while the service runs; nothing was changed\./,
  );
  expect(await listTermNames(formatDatabaseUrl(settings))).toEqual(
    expect.arrayContaining(['Net 15', 'Net 45', 'Net 75']),
  );
  expect(await listTermNames(formatDatabaseUrl(settings))).toHaveLength(3);
});

test('the readiness of a tool server names the file that is away', async () => {
  using folder = createTemporaryFolder();
  const server = await startHttpCommand([], buildDeskSettings(folder.path));
  const ask = async () => {
    const answer = await fetch(new URL('/readyz', server.ready.url));
    return { status: answer.status, body: await answer.text() };
  };
  const file = getFile(folder.path, 'waybill.db');
  const before = await ask();
  renameSync(file, `${file}.old`);
  const away = await ask();
  renameSync(`${file}.old`, file);
  const back = await ask();
  void server.stop();
  await server.ended;

  expect([before.status, away.status, back.status]).toEqual([200, 503, 200]);
  expect(away.body).toContain(`The database ${file} was deleted or renamed while this process had it open`);
});
