import { parentPort } from 'node:worker_threads';
import type { ServiceMessage } from '../../threads/service-messages.ts';
import { beginWork } from '../../threads/start-worker.ts';

// A thread of its own, started by createServiceThread only.
beginWork();
const { ServiceHost } = await import('./service-host.ts');
const host = new ServiceHost((report, transferred = []) => parentPort?.postMessage(report, transferred));

parentPort?.on('message', (message: ServiceMessage) => void host.handle(message));
