import { parentPort } from 'node:worker_threads';
import { WaybillError } from '../../../errors.ts';
import { readNow } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { FillReport, FillRequest, FillStart } from '../copies/fill-messages.ts';
import { restoreConfig } from '../../sent-config.ts';
import { toSentError } from '../../threads/sent-error.ts';
import { createSentLog } from '../../threads/sent-log.ts';
import { beginWork } from '../../threads/start-worker.ts';

// A thread of its own, started by createCopyThread only.
const { config: sentConfig, task } = beginWork() as FillStart;

const report = (message: FillReport): void => parentPort?.postMessage(message);
const wantedCollections = new Set(task.kind === 'fill' ? task.wanted : []);
const stopping = new AbortController();

parentPort?.on('message', (request: FillRequest) => {
  if (request.kind === 'stop') stopping.abort(new WaybillError('CANCELLED', 'the server ends'));
  else for (const name of request.names) wantedCollections.add(name);
});

try {
  await runTask(restoreConfig(sentConfig));
} catch (error) {
  if (!stopping.signal.aborted) report({ kind: 'failed', error: toSentError(error) });
} finally {
  parentPort?.close();
}

/** Makes the sandbox where there is none, then completes the copy or compares it. */
async function runTask(config: Config): Promise<void> {
  const { withDeskCopy } = await import('./desk-copy.ts');
  const log = createSentLog(config.logLevel, report);
  await withDeskCopy({ config, now: readNow, log, hasThreads: true }, async ({ copy, prepareApi }) => {
    await prepareApi();
    report({ kind: 'prepared' });
    if (task.kind === 'compare') return copy.compareDay(stopping.signal, task.day);
    await copy.complete(stopping.signal, {
      getPriorityNames: () => wantedCollections,
      onPage: () => report({ kind: 'page' }),
      onProgress: (progress) => report({ kind: 'progress', progress }),
    });
  });
}
