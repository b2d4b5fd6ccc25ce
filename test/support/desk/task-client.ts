import {
  Client,
  type StandardSchemaV1,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import type { ToolServer } from '../../../src/mcp/server/tool-server.ts';

const extension = 'io.modelcontextprotocol/tasks';

export interface TaskClientSettings {
  /** True for a client that declares the extension. */
  readonly followsTasks?: boolean;
  /** Answer of the user who is offered a page; left out: the client can't open pages. */
  readonly page?: 'accept' | 'decline' | 'cancel';
}

// Tests read answers freely; each assertion says what it expects.
// eslint-disable-next-line typescript/no-explicit-any
type Sent = Record<string, any>;

/** The client of the official library, with what it needs to read tasks, which it does not know itself. */
export interface TaskClient extends AsyncDisposable {
  readonly client: Client;
  /** Addresses of the pages that were offered, with their sentences. */
  readonly offered: { readonly url: string; readonly message: string }[];
  /** Calls a tool. The answer is a task if it has a `taskId`. */
  call(name: string, input: object): Promise<Sent>;
  get(taskId: string): Promise<Sent>;
  update(taskId: string, inputResponses: object): Promise<Sent>;
  cancel(taskId: string): Promise<Sent>;
  /** Looks at a task until it is neither waiting nor working. */
  settle(taskId: string): Promise<Sent>;
}

/** Lets everything through, so that a test sees what was sent. */
const anyResult: StandardSchemaV1<Sent, Sent> = {
  // Every result is an object.
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value: value as Sent }) },
};

/** Connects a client over a transport. */
export async function connectTaskClient(
  transport: Transport,
  { followsTasks = true, page }: TaskClientSettings = {},
): Promise<TaskClient> {
  const client = new Client(
    { name: 'task client', version: '1' },
    {
      capabilities: {
        ...(followsTasks && { extensions: { [extension]: {} } }),
        ...(page && { elicitation: { url: {} } }),
      },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  const offered: { url: string; message: string }[] = [];
  if (page)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      if (params.mode !== 'url') throw new Error('a form was shown');
      offered.push({ url: params.url, message: params.message });
      return { action: page };
    });
  await client.connect(readTasks(transport));
  const request = async (method: string, params: object): Promise<Sent> =>
    client.request({ method, params: { ...params } }, anyResult, { timeout: 600_000 });
  const get = (taskId: string) => request('tasks/get', { taskId });
  return {
    client,
    offered,
    call: (name, input) => client.callTool({ name, arguments: { ...input } }, { timeout: 600_000 }),
    get,
    update: (taskId, inputResponses) => request('tasks/update', { taskId, inputResponses }),
    cancel: (taskId) => request('tasks/cancel', { taskId }),
    async settle(taskId) {
      for (;;) {
        const task = await get(taskId);
        if (task['status'] !== 'working' && task['status'] !== 'input_required') return task;
        // Lets the run in this process go on.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Connects a client to a tool server in this process, over Streamable HTTP; given `authInfo`, signed in. */
export function connectTaskClientTo(
  server: Pick<ToolServer, 'buildServer'>,
  settings?: TaskClientSettings,
  authInfo?: AuthInfo,
): Promise<TaskClient> {
  const handler = createMcpHandler(server.buildServer);
  const fetchAnswer = (url: string | URL, init?: RequestInit) =>
    handler.fetch(new Request(url, init), { ...(authInfo && { authInfo }) });
  const transport = new StreamableHTTPClientTransport(new URL('http://desk.test/mcp'), { fetch: fetchAnswer });
  return connectTaskClient(transport, settings);
}

/** Has results of the type `task` look like plain ones: the library refuses a type that it does not know. */
function readTasks(transport: Transport): Transport {
  let receive: Transport['onmessage'];
  return Object.defineProperty(transport, 'onmessage', {
    get: () => receive,
    set(handler: Transport['onmessage']) {
      receive =
        handler &&
        ((message, extra) => {
          const isTask = 'result' in message && message.result['resultType'] === 'task';
          handler(isTask ? { ...message, result: { ...message.result, resultType: 'complete' } } : message, extra);
        });
    },
  });
}
