import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { whenNeeded, type WhenNeeded } from '../../src/cli/opening/stores/when-needed.ts';
import { openCopy, type LocalCopy } from '../../src/copy/copy.ts';
import { createBookkeeping } from '../../src/mcp/tool/bookkeeping.ts';
import type { GateOptions } from '../../src/mcp/run/run.ts';
import type { ListedTool } from '../../src/mcp/tool/listed-tool.ts';
import type { Tool } from '../../src/mcp/tool/tool.ts';
import { listTool } from '../../src/mcp/server/list-tool.ts';
import { prompts } from '../../prompts/index.ts';
import { tools as productTools } from '../../tools/index.ts';
import { createPageExecutor, createRunner } from '../../src/mcp/gate/gate.ts';
import type { PageExecutor } from '../../src/mcp/approvals/page-executor.ts';
import { createPlanAgain } from '../../src/mcp/gate/plan-again.ts';
import type { PlanAgain } from '../../src/mcp/approvals/freshness.ts';
import { selectTools } from '../../src/mcp/server/selection.ts';
import type { ToolServer } from '../../src/mcp/server/tool-server.ts';
import { createToolServer, type ToolServerOptions } from '../../src/mcp/server/server.ts';

/** Settings of the server and of the gate that runs its tools. */
export type ToolServerSettings = Omit<GateOptions, 'missingTools' | 'copy' | 'hasFileAddresses' | 'bookkeeping'> &
  Omit<ToolServerOptions, 'tools' | 'runner' | 'prompts'> &
  Partial<Pick<GateOptions, 'copy' | 'hasFileAddresses' | 'bookkeeping'>> & {
    /** The file that the copy begins with. */
    readonly filledCopy: () => Promise<string>;
    /** Another value after each change of what the API answers; undefined where that is not known. */
    readonly apiVersion: () => Promise<string | undefined>;
  };

/** An `apiVersion` with which the copy asks the API for changes before each answer, as the product does. */
export const askEachTime = async (): Promise<undefined> => undefined;

export interface MadeToolServer extends ToolServer, AsyncDisposable {
  /** Plans stored requests anew, as the page of this server does. */
  readonly planAgain: PlanAgain;
  /** Executes approved plans, as the page of this server does; undefined where no tool on offer executes them. */
  readonly pageExecutor: PageExecutor | undefined;
}

/** A tool server whose tools are there from the start; to be closed where its tools read the copy. */
export async function makeToolServer(settings: ToolServerSettings): Promise<MadeToolServer> {
  const tools = selectTools(settings.tools, settings);
  const offered = new Set(tools.map(({ name }) => name));
  const missingTools = productTools.filter(({ name }) => !offered.has(name)).map(({ name }) => name);
  const lazyCopy = prepareCopy(settings);
  const { memory, log } = settings;
  const bookkeeping = settings.bookkeeping ?? createBookkeeping({ memory, log });
  const options = { copy: lazyCopy.get, hasFileAddresses: true, ...settings, bookkeeping, tools, missingTools };
  const runner = createRunner(options, settings.principalOf);
  const pageExecutor = createPageExecutor(options, { name: 'waybill-approvals-page', version: '0.0.0' });
  const server = createToolServer({
    ...settings,
    tools: settings.tools.map(listOnce),
    prompts,
    runner: async () => runner,
  });
  return {
    ...server,
    planAgain: createPlanAgain(options),
    pageExecutor,
    async [Symbol.asyncDispose]() {
      await Promise.all([runner.tasks?.close(), pageExecutor?.close()]);
      await bookkeeping.close();
      await (await lazyCopy.opened())?.close();
    },
  };
}

/** Made of its schemas, which takes as long as all else that a desk needs. */
const listed = new WeakMap<Tool, ListedTool>();

function listOnce(tool: Tool): ListedTool {
  const listedTool = listed.get(tool) ?? listTool(tool);
  listed.set(tool, listedTool);
  return listedTool;
}

/** Longer than any machine takes: no answer of a test goes without the records that it asks for. */
const patienceMs = 300_000;

/** Longer than a test: what was read stays current until the API answers otherwise. */
const shareMs = 3_600_000;

/**
 * Prepares a copy in a file of its own, opened when it is first needed. Any change by a test since the last question is
 * in the next answer; where nothing has changed, the API is not asked again.
 */
function prepareCopy({ apiOf, principalOf, filledCopy, apiVersion }: ToolServerSettings): WhenNeeded<LocalCopy> {
  const getSource = () => ({ api: apiOf(principalOf(undefined)), isEmbedded: true });
  return whenNeeded(async () => {
    const file = path.join(inject('runFolder'), `copy-${randomUUID()}.db`);
    await copyFile(await filledCopy(), file);
    const copy = await openCopy(`sqlite:${file}`, getSource(), { shareMs, patienceMs });
    let readVersion: string | undefined;
    const noteChanges = async () => {
      const version = await apiVersion();
      if (version === undefined || version !== readVersion) copy.noteWrite();
      readVersion = version;
    };
    return {
      ...copy,
      async refresh(...question) {
        await noteChanges();
        return copy.refresh(...question);
      },
      async readCurrent(...question) {
        await noteChanges();
        return copy.readCurrent(...question);
      },
    };
  });
}
