import { WaybillError } from '../../../errors.ts';
import { verifyLog } from '../../../mcp/audit/verify.ts';
import { stopSentence } from '../../../mcp/stop/writes-stop.ts';
import { chooseDeskZone } from '../../../mcp/run/desk-zone.ts';
import type { ToolMemoryStore } from '../../../store/memory/tool-memory.ts';
import { formatAddress } from '../../../store/shown-address.ts';
import type { Config } from '../../config.ts';
import { getMemoryUrl, openApi, openMemory, withMemory } from '../../opening/desk-api.ts';
import { describeLoosenings, readPolicy } from '../../opening/policy.ts';
import { checkDatabase, buildOpenError, getSandboxDatabase } from '../../opening/stores/store-address.ts';
import type { Session } from '../../session.ts';
import { checkApprover } from './approving.ts';
import { type Check, type Finding, ok } from './finding.ts';
import { checkDiskSpace, checkFolder, checkSecretFiles } from './machine.ts';

/** Clocks further apart than this make tokens and signed addresses fail. */
const clockDriftMaxMs = 60_000;

/** Lists the checks of one desk: its folder, its stores and its API. */
export function listDeskChecks(session: Session): readonly Check[] {
  const { config } = session;
  return [
    { name: 'brokerage', run: () => ok(describeBrokerage(config)) },
    { name: 'policy', run: () => checkPolicy(config) },
    { name: 'changes', run: () => withMemory(config, (memory) => checkWrites(memory, config)) },
    { name: 'data folder', run: () => ok(checkFolder(config.home)) },
    { name: 'secret files', run: () => ok(checkSecretFiles(config.home)) },
    { name: 'disk space', run: () => ok(checkDiskSpace(config.home)) },
    { name: 'database file', run: () => ok(checkFile(config)) },
    { name: 'audit log', run: () => checkMemory(config) },
    { name: 'approver', run: () => withMemory(config, (memory) => checkApprover(memory, config)) },
    { name: 'local copy', run: async () => ok(await (await import('../sync/sync.ts')).copyLine(session)) },
    { name: 'API', run: () => checkApi(session) },
    { name: 'API abilities', run: async () => (await import('./abilities.ts')).checkAbilities(session) },
    { name: 'idempotency keys', run: async () => (await import('./abilities.ts')).checkKeys(session) },
    { name: 'clock', run: () => checkClock(config) },
  ];
}

const describeBrokerage = ({ api }: Config): string =>
  api.kind === 'embedded' ? 'the built-in sandbox; to connect your own API, set WAYBILL_API_URL' : api.baseUrl;

async function checkPolicy(config: Config): Promise<Finding> {
  const { loosenings } = await readPolicy(config);
  if (loosenings.length > 0) return ok(describeLoosenings(loosenings));
  return ok(
    config.policyText === undefined
      ? 'the built-in policy'
      : 'your policy file; nothing in it is looser than the built-in policy',
  );
}

async function checkWrites({ stop }: ToolMemoryStore, { timeZone }: Config): Promise<Finding> {
  const writesStop = await stop.find();
  if (writesStop === undefined) return ok('allowed');
  throw new WaybillError('WRITES_STOPPED', stopSentence(writesStop, chooseDeskZone(timeZone, undefined)));
}

function checkFile({ api, databaseUrl, home }: Config): string {
  if (api.kind === 'remote') return 'none; your records are behind the API';
  const url = databaseUrl ?? getSandboxDatabase(home);
  const fault = findFault(url);
  if (fault !== null)
    throw new WaybillError(
      'SERVICE_UNAVAILABLE',
      `${formatAddress(url)} is damaged (${fault}); restore it, or move it away to start anew.`,
    );
  return formatAddress(url);
}

function findFault(url: string): string | null {
  try {
    return checkDatabase(url);
  } catch (error) {
    throw buildOpenError(error, url);
  }
}

async function checkMemory(config: Config): Promise<Finding> {
  const memory = await openMemory(config);
  try {
    const verdict = await verifyLog(memory.audit);
    if (!verdict.ok)
      throw new WaybillError(
        'CONFLICT',
        `the log was changed: line ${verdict.line} ${verdict.reason}. Keep a copy, and find out who wrote to it.`,
      );
    return ok(`verified, ${verdict.entries} entries in ${formatAddress(getMemoryUrl(config))}`);
  } finally {
    await memory.close();
  }
}

async function checkApi({ config, now, log }: Session): Promise<Finding> {
  const { api, close } = openApi(config, now, log);
  try {
    const { data } = await api.shipments.filter({ pageSize: 1 });
    const zone = chooseDeskZone(config.timeZone, (await api.time()).timeZone);
    const newest = data[0] === undefined ? 'no shipments yet' : `newest shipment ${data[0].friendlyId}`;
    return ok(`answers; ${newest}; time zone ${zone}`);
  } finally {
    await close();
  }
}

async function checkClock({ api }: Config): Promise<Finding> {
  if (api.kind === 'embedded') return ok("the sandbox uses this machine's clock");
  const response = await fetch(api.baseUrl, { signal: AbortSignal.timeout(5000) }).catch((cause: unknown) => {
    throw new WaybillError('UNREACHABLE', `${api.baseUrl} did not answer, so its clock is unknown.`, { cause });
  });
  const apiTime = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(apiTime)) return ok('the API does not say what time it is');
  const driftMs = Math.abs(Date.now() - apiTime);
  const driftText = `${Math.round(driftMs / 1000)} s`;
  if (driftMs > clockDriftMaxMs)
    throw new WaybillError('CONFIGURATION', `this machine and the API are ${driftText} apart; set the clock.`);
  return ok(`${driftText} apart from the API`);
}
