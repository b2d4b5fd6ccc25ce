import { parentPort } from 'node:worker_threads';
import type { ServiceMessage } from '../../threads/service-messages.ts';
import { ServiceHost } from './service-host.ts';

// A thread of its own, started by createServiceThread only.
const host = new ServiceHost((report, transferred = []) => parentPort?.postMessage(report, transferred));

parentPort?.on('message', (message: ServiceMessage) => void host.handle(message));
