import { WaybillError } from '../../errors.ts';
import { verifyLog } from '../../mcp/audit/verify.ts';
import { builtInPolicy } from '../../mcp/policy/policy.ts';
import { stopSentence } from '../../mcp/stop/writes-stop.ts';
import { deskZone } from '../../mcp/tool/run.ts';
import type { Config } from '../config.ts';
import { checkDatabase, openFailure, sandboxDatabase } from '../opening/store-address.ts';
import type { ToolMemoryStore } from '../../store/memory/tool-memory.ts';
import { shownAddress } from '../../store/shown-address.ts';
import { memoryUrl, openApi, openMemory, withMemory } from '../opening/desk.ts';
import { describeKeySupport } from '../opening/writes/key-support.ts';
import { looserSentence, readPolicy } from '../opening/policy.ts';
import { sentenceOf } from '../sentence.ts';
import { readDatabase } from '../flags.ts';
import type { StoreFlags } from '../opening/operator-store.ts';
import type { Session } from '../session.ts';
import { checkApprover, checkPage } from './doctor/approving.ts';
import { checkClients } from './doctor/clients.ts';
import { checkSignIn } from './doctor/sign-in.ts';
import { checkDiskSpace, checkFolder, checkSecretFiles } from './doctor/machine.ts';

/** Clocks further apart than this make tokens and signed addresses fail. */
const clockDriftMaxMs = 60_000;

interface Check {
  readonly name: string;
  readonly run: () => Promise<string>;
}

/** One line per check; what fails says what to do. Exit code 1 when one fails. */
export async function runDoctor(flags: StoreFlags, session: Session): Promise<number> {
  const { config: settings, print } = session;
  const config = flags.database === undefined ? settings : { ...settings, databaseUrl: readDatabase(flags.database) };
  let failures = 0;
  for (const { name, run } of [
    ...checks({ ...session, config }),
    { name: 'signing in', run: () => checkSignIn(settings) },
  ]) {
    try {
      print(`ok    ${name}: ${await run()}`);
    } catch (error) {
      failures += 1;
      print(`FAIL  ${name}: ${sentenceOf(error, config.commandText)}`);
    }
  }
  print(failures === 0 ? 'Everything is in order.' : `${failures} of the checks failed.`);
  return failures === 0 ? 0 : 1;
}

function checks(session: Session): readonly Check[] {
  const { config } = session;
  return [
    { name: 'Node', run: async () => process.versions.node },
    { name: 'configuration', run: async () => describe(config) },
    { name: 'settings from', run: async () => ['the environment', ...config.settingFiles].join(', ') },
    {
      name: 'policy',
      run: async () => {
        const { loosenings } = await readPolicy(config);
        if (loosenings.length > 0) return looserSentence(loosenings);
        return config.policyText === undefined ? 'built in' : 'policy file understood, nothing looser than built in';
      },
    },
    { name: 'writes', run: () => withMemory(config, checkWrites) },
    { name: 'data folder', run: async () => checkFolder(config.home) },
    { name: 'secret files', run: async () => checkSecretFiles(config.home) },
    { name: 'disk space', run: async () => checkDiskSpace(config.home) },
    { name: 'database file', run: async () => checkFile(config) },
    { name: 'approvals and audit', run: () => checkMemory(config) },
    { name: 'approver', run: () => withMemory(config, (memory) => checkApprover(memory, config)) },
    { name: 'approvals page', run: () => checkPage(config) },
    { name: 'copy of the records', run: async () => (await import('./sync/sync.ts')).copyLine(session) },
    { name: 'API', run: () => checkApi(session) },
    { name: 'idempotency keys', run: () => checkKeys(session) },
    { name: 'clock', run: () => checkClock(config) },
    { name: 'clients', run: () => checkClients(config) },
  ];
}

async function checkWrites({ stop }: ToolMemoryStore): Promise<string> {
  const stopped = await stop.find();
  if (stopped === undefined) return 'not stopped';
  throw new WaybillError('WRITES_STOPPED', stopSentence(stopped));
}

function describe({ api, toolsets, readOnly }: Config): string {
  const target = api.kind === 'embedded' ? 'embedded sandbox (no WAYBILL_API_URL)' : api.baseUrl;
  return `${target}; toolsets ${toolsets.join(', ')}${readOnly ? '; read only' : ''}`;
}

function checkFile({ api, databaseUrl, home }: Config): string {
  if (api.kind === 'remote') return 'not used: the API is remote';
  const url = databaseUrl ?? sandboxDatabase(home);
  const fault = faultOf(url);
  if (fault !== null)
    throw new WaybillError(
      'SERVICE_UNAVAILABLE',
      `${shownAddress(url)} is damaged (${fault}); restore it, or move it away to start anew.`,
    );
  return shownAddress(url);
}

function faultOf(url: string): string | null {
  try {
    return checkDatabase(url);
  } catch (error) {
    throw openFailure(error, url);
  }
}

async function checkMemory(config: Config): Promise<string> {
  const memory = await openMemory(config);
  try {
    const verdict = await verifyLog(memory.audit);
    if (!verdict.ok)
      throw new WaybillError(
        'CONFLICT',
        `the audit log is not whole: line ${verdict.line} ${verdict.reason}; keep a copy and find out who wrote to it.`,
      );
    return `${shownAddress(memoryUrl(config))}, ${verdict.entries} audit entries, chain whole`;
  } finally {
    await memory.close();
  }
}

async function checkApi({ config, now, log }: Session): Promise<string> {
  const { api, close } = openApi(config, now, log);
  try {
    const { data } = await api.shipments.filter({ pageSize: 1 });
    const zone = deskZone(config.timeZone, (await api.time()).timeZone);
    const found = data.length === 0 ? 'there are no shipments yet' : `newest shipment ${data[0]?.friendlyId}`;
    return `token and reading work; ${found}; time zone ${zone}`;
  } finally {
    await close();
  }
}

/** Says what is known of the API's Idempotency-Keys, which decides how a lost money write is handled. */
async function checkKeys({ config, now, log }: Session): Promise<string> {
  const { name, close } = openApi(config, now, log);
  await close();
  // A policy that cannot be read is said in its own line.
  const { policy } = await readPolicy(config).catch(() => ({ policy: builtInPolicy }));
  const api = { name, isEmbedded: config.api.kind === 'embedded' };
  return withMemory(config, ({ capabilities }) => describeKeySupport(api, policy, capabilities));
}

async function checkClock({ api }: Config): Promise<string> {
  if (api.kind === 'embedded') return 'the service runs on this clock';
  const response = await fetch(api.baseUrl, { signal: AbortSignal.timeout(5000) }).catch((cause: unknown) => {
    throw new WaybillError('UNREACHABLE', `${api.baseUrl} did not answer, so its clock is unknown.`, { cause });
  });
  const there = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(there)) return 'the API does not tell its time';
  const driftMs = Math.abs(Date.now() - there);
  if (driftMs > clockDriftMaxMs)
    throw new WaybillError(
      'CONFIGURATION',
      `this machine and the API are ${Math.round(driftMs / 1000)} s apart; set the clock.`,
    );
  return `${Math.round(driftMs / 1000)} s from the API's`;
}
