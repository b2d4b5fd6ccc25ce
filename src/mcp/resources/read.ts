import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { Log } from '../../log.ts';
import type { Policy } from '../policy/policy.ts';
import type { CommandText } from '../results/error-result.ts';
import type { ToolResult } from '../results/result.ts';
import type { Runner } from '../run/runner.ts';
import type { ToolCaller } from '../run/run.ts';
import type { ResourcePage, RecordAddress, ResourceSource } from './address.ts';
import { readDocument } from './document.ts';
import { findPage, pages } from './pages.ts';
import { recordAddresses, findRecord } from './records.ts';

export interface ResourceReaderOptions {
  /** Tools that are offered. */
  readonly tools: readonly { readonly name: string }[];
  readonly policy: Policy;
  readonly runner: () => Promise<Runner>;
  readonly log: Log;
  readonly commandText: CommandText;
}

export interface ResourceContent {
  /** Markdown. */
  readonly text: string;
  /** Content without the parts that differ on each read. */
  readonly data: unknown;
}

/** Shows what is at an address; fails with an error of the protocol. */
export type ResourceReader = (uri: string, caller: ToolCaller) => Promise<ResourceContent>;

const getPageTool = ({ needs, source }: ResourcePage): string | undefined =>
  needs ?? ('tool' in source ? source.tool : undefined);

/** Lists the addresses whose tool is offered. */
export function listOfferedAddresses(tools: ResourceReaderOptions['tools']) {
  const names = new Set(tools.map(({ name }) => name));
  const isOffered = (tool: string | undefined) => tool === undefined || names.has(tool);
  return {
    pages: pages.filter((page) => isOffered(getPageTool(page))),
    records: recordAddresses.filter(({ tool }) => isOffered(tool)),
  };
}

/** Creates the reader of resources. A record is read by its tool, through the gate, like a tool call. */
export function createReader(options: ResourceReaderOptions): ResourceReader {
  const offered = listOfferedAddresses(options.tools);
  return async (uri, caller) => {
    const source = findSource(uri, offered);
    if (source === undefined) throw new ResourceNotFoundError(uri, 'There is nothing at this address.');
    if ('page' in source) return toContent(await readDocument(source.page));
    const result = await ask(options, source, caller);
    if (result.isError === true) throw toProtocolError(uri, result);
    const { asOf: _at, nextCursor: _next, ...data } = { asOf: '', nextCursor: '', ...result.data };
    const isAnother = 'kind' in source && isPlainRecord(data) && data['kind'] !== source.kind;
    if (isAnother) throw new ResourceNotFoundError(uri, `The brokerage has no such ${source.kind}.`);
    return { text: result.text, data };
  };
}

interface Offered {
  readonly pages: readonly ResourcePage[];
  readonly records: readonly RecordAddress[];
}

function findSource(uri: string, offered: Offered): ResourceSource | undefined {
  const page = findPage(uri);
  if (page) return offered.pages.includes(page) ? page.source : undefined;
  const record = findRecord(uri);
  return record && offered.records.includes(record.address) ? record.source : undefined;
}

const toContent = (text: string): ResourceContent => ({ text, data: text });

async function ask(
  options: ResourceReaderOptions,
  source: Exclude<ResourceSource, { readonly page: string }>,
  caller: ToolCaller,
): Promise<ToolResult> {
  try {
    const runner = await options.runner();
    if ('desk' in source) {
      const text = await describeDesk[source.desk](options, runner, caller);
      return { text, data: { text } };
    }
    const answer = await runner.gate.call(source.tool, source.input, caller);
    if ('question' in answer) throw new Error(`${source.tool} asks a question`);
    return answer.result;
  } catch (error) {
    const { buildErrorResult: errorResult } = await import('../results/error-result.ts');
    return errorResult({ ...options, error, isWrite: false });
  }
}

type DescribeDesk = (options: ResourceReaderOptions, runner: Runner, caller: ToolCaller) => Promise<string>;

const describeDesk: Readonly<Record<'policy' | 'api', DescribeDesk>> = {
  async policy({ policy }, runner, caller) {
    const { formatPolicyPage: policyPage } = await import('./policy-page.ts');
    return policyPage(policy, await runner.describeStop(caller));
  },
  async api(_options, runner, { principal }) {
    const { describeApi } = await import('./api-page.ts');
    return describeApi(await runner.readApiKnowledge(principal));
  },
};

/** Errors that the caller can fix by changing the address. */
const callerErrors: ReadonlySet<unknown> = new Set(['BAD_REQUEST', 'AMBIGUOUS']);

function toProtocolError(uri: string, { data, text }: ToolResult): ProtocolError {
  const error = 'error' in data && isPlainRecord(data.error) ? data.error : {};
  const { code, message = text, retryable = false } = error;
  if (code === 'NOT_FOUND') return new ResourceNotFoundError(uri, String(message));
  const kind = callerErrors.has(code) ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(kind, String(message), { code, retryable });
}
