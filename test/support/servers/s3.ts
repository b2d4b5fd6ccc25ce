import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { S3Settings } from '../../../src/service/documents/s3-storage.ts';

export interface S3Server extends AsyncDisposable {
  readonly settings: S3Settings & { readonly endpoint: string };
  state(): Promise<{
    readonly objects: readonly { readonly key: string; readonly size: number; readonly sha256: string }[];
    readonly uploads: readonly { readonly key: string; readonly parts: number }[];
  }>;
  /** Makes one kind of call fail, or none. */
  fail(operation: string | null): Promise<void>;
  /** Removes all objects and uploads, and makes no kind of call fail. */
  clear(): Promise<void>;
}

/** Starts the S3 of these tests as a process of its own. */
export async function startS3(): Promise<S3Server> {
  const script = fileURLToPath(new URL('s3-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  // The first line is its port.
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    settings: {
      bucket: 'papers',
      region: 'eu-central-1',
      endpoint,
      credentials: { accessKeyId: 'test-key', secretAccessKey: 'test-secret' },
    },
    // In the form that the server's own `/state` writes.
    state: async () => (await (await fetch(`${endpoint}/state`)).json()) as Awaited<ReturnType<S3Server['state']>>,
    async fail(operation) {
      await fetch(`${endpoint}/failing${operation === null ? '' : `?operation=${operation}`}`);
    },
    async clear() {
      await fetch(`${endpoint}/clear`);
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
