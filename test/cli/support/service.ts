import { completeCapabilities } from '../../../src/client/capabilities/api-capabilities.ts';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiClient } from '../../../src/client/calls/api-client.ts';
import { type ClientOptions, createClient } from '../../../src/client/client.ts';
import { type RunningCommand, startWaybill } from './in-process.ts';
import { readReadyLine } from './ready-line.ts';
import { type RunningProcess, type CommandSettings, startProcess } from './waybill.ts';

export interface ServiceReadyLine {
  readonly url: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly organization: string;
}

export interface RunningService extends RunningCommand {
  readonly ready: ServiceReadyLine;
}

export interface ServiceProcess extends RunningProcess {
  readonly ready: ServiceReadyLine;
}

const buildArguments = (args: readonly string[]) => ['service', '--port', '0', ...args];

/** `waybill service` on a free port of this process, once it has said that it is ready. */
export const startServiceCommand = (args: readonly string[], settings: CommandSettings): Promise<RunningService> =>
  readReadyLine<ServiceReadyLine, RunningCommand>(startWaybill(buildArguments(args), settings));

/** `waybill service` on a free port in a process of its own. */
export const startServiceProcess = async (
  args: readonly string[],
  settings: CommandSettings,
): Promise<ServiceProcess> =>
  readReadyLine<ServiceReadyLine, RunningProcess>(await startProcess(buildArguments(args), settings));

/** Longer than any machine takes for an answer. */
const longestMs = 300_000;

/** Creates a client with the secret that was printed when the store was made. */
export function createServiceClient(
  { url, authUrl, clientId }: ServiceReadyLine,
  clientSecret: string | null,
  limits?: ClientOptions['limits'],
): ApiClient {
  const patience = { attemptTimeoutMs: longestMs, overallTimeoutMs: longestMs };
  return createClient({
    capabilities: completeCapabilities,
    baseUrl: url,
    authUrl,
    clientId,
    clientSecret: clientSecret ?? '',
    limits: { ...patience, ...limits },
  });
}

interface UploadAnswer {
  readonly status: number;
  readonly body: string;
}

interface BegunUpload {
  /** Sends the rest, and takes the answer. */
  finish(): Promise<UploadAnswer>;
  /** Ends the connection in the middle of the body. */
  cut(): void;
}

/** A POST whose headers and half of whose body are on their way. */
export async function beginPost(
  ready: ServiceReadyLine,
  path: string,
  body: object,
  more: Readonly<Record<string, string>> = {},
): Promise<BegunUpload> {
  const token = await fetchServiceToken(ready);
  const sent = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': sent.length,
    ...more,
  };
  const begun = request(`${ready.url}${path}`, { method: 'POST', headers });
  const answer = new Promise<UploadAnswer>((resolve, reject) => {
    begun.once('error', reject);
    begun.once('response', (response) => {
      const status = response.statusCode ?? 0;
      text(response).then((body) => resolve({ status, body }), reject);
    });
  });
  // The failure belongs to whoever finishes it, even when it comes before.
  answer.catch(() => {});
  await new Promise((resolve) => begun.write(sent.slice(0, 5), resolve));
  return {
    finish() {
      begun.end(sent.slice(5));
      return answer;
    },
    cut: () => void begun.destroy(),
  };
}

export async function fetchServiceToken({ authUrl, clientId, clientSecret }: ServiceReadyLine): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret ?? '' };
  const response = await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}
