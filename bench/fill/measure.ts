import { statSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '../../src/client/client.ts';
import { completeCapabilities } from '../../src/client/capabilities/api-capabilities.ts';
import { loadConfig } from '../../src/cli/config.ts';
import { embeddedLimits } from '../../src/cli/opening/desk-api.ts';
import { createEmbeddedService } from '../../src/cli/opening/stores/embedded.ts';
import { createServiceThread } from '../../src/cli/threads/service-thread.ts';
import { openCopy } from '../../src/copy/copy.ts';
import { formatRatio, roundValue } from '../stats.ts';
import type { ReportCell, ReportTable } from '../report.ts';

const now = () => new Date().toISOString();
const log = () => {};
const megabyte = 1e6;

/** Capabilities of our own service without the export, so that the copy is filled by pages. */
const withoutExport = {
  ...completeCapabilities,
  isMissing: async (name: string) => name === 'operation bulkExport.read',
};

/** Ways to read the records: an export by a service in a thread of its own, as the product does, or in this one. */
export const fillWays = ['pages', 'export', 'export-one-thread'] as const;

type FillWay = (typeof fillWays)[number];

interface FillResult {
  readonly shipments: number;
  readonly way: FillWay;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly records: number;
  readonly megabytes: number;
}

/** Fills a new copy of a brokerage whose service is in this process. */
export async function measureFill(home: string, shipments: number, way: FillWay): Promise<FillResult> {
  const config = loadConfig({ WAYBILL_HOME: home, WAYBILL_LOG: 'error' });
  const startThread = async () => (way === 'export-one-thread' ? undefined : createServiceThread(log));
  const embedded = createEmbeddedService({ ...config, serviceThread: startThread }, now, log, { isForReading: true });
  await embedded.open();
  await using api = createClient({
    capabilities: way === 'pages' ? withoutExport : completeCapabilities,
    ...embedded,
    fetch: embedded.fetchUncounted,
    limits: embeddedLimits,
    log,
  });
  // Lets the trucks of a sandbox catch up, which is no part of the fill.
  await api.users.filter({ pageSize: 1 });
  const file = path.join(home, `copy-${way}.db`);
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await using copy = await openCopy(`sqlite:${file}`, { api, isEmbedded: true }, { log });
  await copy.complete(new AbortController().signal);
  const { user, system } = process.cpuUsage(cpu);
  const { collections } = await copy.progress();
  const fill = {
    shipments,
    way,
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (user + system) / 1e6,
    records: collections.reduce((sum, { records }) => sum + records, 0),
    megabytes: Math.round(statSync(file).size / megabyte),
  };
  await embedded.close();
  return fill;
}

export function fillTable(fills: readonly FillResult[]): ReportTable {
  const rows = fills.map(({ shipments, way, seconds, cpuSeconds, records, megabytes }): readonly ReportCell[] => {
    const pages = fills.find((fill) => fill.shipments === shipments && fill.way === 'pages');
    const compared = pages === undefined ? '-' : formatRatio(cpuSeconds, pages.cpuSeconds);
    return [
      shipments,
      way,
      roundValue(seconds),
      roundValue(cpuSeconds),
      compared,
      records,
      Math.round(records / seconds),
      megabytes,
    ];
  });
  return {
    title: 'First fill of a copy, with the service in a thread of the same process',
    columns: ['shipments', 'by', 'seconds', 'CPU s', 'CPU to pages', 'records', 'records/s', 'MB'],
    rows,
  };
}
