import { setTimeout as pause } from 'node:timers/promises';
import { McpServer, type McpServerFactory } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { listenOnLoopback } from '../../src/cli/opening/loopback.ts';
import { WaybillError } from '../../src/errors.ts';
import { createEndpoint } from '../../src/mcp/http/endpoint.ts';
import { createMessageHandler } from '../../src/mcp/http/message-handler.ts';
import { builtInPolicy } from '../../src/mcp/policy/policy.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { ApprovalNotification } from '../../src/mcp/tool/notification.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { runApproved } from '../../tools/control/run_approved.ts';
import { startDesk, type TestDesk } from '../support/desk.ts';
import type { ServedFixtures } from './served-fixtures.ts';

const common = {
  toolset: 'desk',
  gate: 'audit',
  hints: { destructive: false, idempotent: false, openWorld: false },
  operations: [],
  output: z.object({}),
} as const;

const ending = new AbortController();

const slowCompute = tool({
  ...common,
  name: 'slow_compute',
  title: 'Compute slowly',
  description: 'Takes the given seconds.',
  input: z.strictObject({ seconds: z.number(), label: z.string().optional() }),
  async write(_, { seconds }) {
    // The suite leaves some of them running.
    await pause(seconds * 1000, undefined, { signal: ending.signal });
    return writeResult({ status: 'done', summary: `Computed for ${seconds} seconds.` });
  },
  // Each call is a plan of its own.
  async shown(_, { label = '', seconds }) {
    return { title: `Compute ${label} ${seconds}`, records: [], lines: [], undo: 'Cannot be undone.' };
  },
});

const failingJob = tool({
  ...common,
  name: 'failing_job',
  title: 'Fail',
  description: 'Fails.',
  input: z.strictObject({}),
  async write() {
    throw new WaybillError('VALIDATION_ERROR', 'It always fails');
  },
  async shown() {
    return { title: 'Fail', records: [], lines: [], undo: 'Cannot be undone.' };
  },
});

/** Waits for a person who never comes. */
const confirmDelete = tool({
  ...common,
  name: 'confirm_delete',
  title: 'Delete a file',
  description: 'Deletes nothing.',
  input: z.strictObject({ filename: z.string() }),
  write: async () => writeResult({ status: 'done', summary: 'Deleted.' }),
  async shown(_, { filename }) {
    return { title: `Delete ${filename}`, records: [], lines: [], undo: 'Cannot be undone.' };
  },
});

/** Serves the tools that the suite needs for tasks. They go through the gate, and a person approves at once. */
export async function serveTaskFixtures(): Promise<ServedFixtures> {
  let desk: TestDesk | undefined;
  const settings = {
    policy: { ...builtInPolicy, gates: { slow_compute: 'approve', failing_job: 'approve', confirm_delete: 'approve' } },
    notify({ event, approval: { id, tool: name } }: ApprovalNotification) {
      if (event === 'APPROVAL_WAITING' && name !== confirmDelete.name) void desk?.approve(id);
    },
  } as const;
  const tools = [slowCompute, failingJob, confirmDelete, runApproved];
  desk = await startDesk({ tools, offersNoOthers: true, server: settings });
  const { server } = desk;
  const buildServer: McpServerFactory = async (request) => {
    const built = await server.buildServer(request);
    if (!(built instanceof McpServer)) throw new Error('the product builds another kind of server');
    built.registerTool('greet', { inputSchema: z.object({ name: z.string() }) }, ({ name }) => ({
      content: [{ type: 'text', text: `Hello, ${name}!` }],
    }));
    return built;
  };
  const { watch, countMessage } = server;
  const handler = createMessageHandler({ buildServer, watch, countMessage }, () => {});
  let port = 0;
  const endpoint = createEndpoint({
    admit: async () => ({ handler }),
    origins: async () => ['127.0.0.1', 'localhost'].map((name) => `http://${name}:${port}`),
    checkReadiness: async () => ({}),
    page: async () => new Response('', { status: 404 }),
    toolNames: new Set(),
    log: () => {},
  });
  const listening = await listenOnLoopback(endpoint.fetch);
  ({ port } = listening);
  return {
    url: `http://localhost:${port}/mcp`,
    async [Symbol.asyncDispose]() {
      ending.abort();
      await handler.close();
      await listening.close();
      await desk[Symbol.asyncDispose]();
    },
  };
}
