import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { Log } from '../../log.ts';
import type { Policy } from '../policy/policy.ts';
import type { CommandText } from '../results/error-result.ts';
import type { ToolResult } from '../results/result.ts';
import type { Runner } from '../run/runner.ts';
import type { Caller } from '../run/run.ts';
import type { Page, RecordAddress, Source } from './address.ts';
import { readDocument } from './document.ts';
import { pageAt, pages } from './pages.ts';
import { recordAddresses, recordAt } from './records.ts';

export interface ReaderOptions {
  /** Those on offer. */
  readonly tools: readonly { readonly name: string }[];
  readonly policy: Policy;
  readonly runner: () => Promise<Runner>;
  readonly log: Log;
  readonly commandText: CommandText;
}

export interface Shown {
  /** Markdown. */
  readonly text: string;
  /** What it says, without what differs each time that it is asked. */
  readonly facts: unknown;
}

/** Shows what is at an address; fails with an error of the protocol. */
export type Reader = (uri: string, caller: Caller) => Promise<Shown>;

const toolOf = ({ needs, source }: Page): string | undefined => needs ?? ('tool' in source ? source.tool : undefined);

/** What is there because its tool is on offer. */
export function offeredAddresses(tools: ReaderOptions['tools']) {
  const names = new Set(tools.map(({ name }) => name));
  const isOffered = (tool: string | undefined) => tool === undefined || names.has(tool);
  return {
    pages: pages.filter((page) => isOffered(toolOf(page))),
    records: recordAddresses.filter(({ tool }) => isOffered(tool)),
  };
}

/** A record is read by its tool, through the gate, as if the tool were called. */
export function createReader(options: ReaderOptions): Reader {
  const offered = offeredAddresses(options.tools);
  return async (uri, caller) => {
    const source = sourceAt(uri, offered);
    if (source === undefined) throw new ResourceNotFoundError(uri, 'There is nothing at this address.');
    if ('page' in source) return same(await readDocument(source.page));
    const result = await ask(options, source, caller);
    if (result.isError === true) throw failureOf(uri, result);
    const { asOf: _at, nextCursor: _next, ...facts } = { asOf: '', nextCursor: '', ...result.data };
    const isAnother = 'kind' in source && isPlainRecord(facts) && facts['kind'] !== source.kind;
    if (isAnother) throw new ResourceNotFoundError(uri, `The brokerage has no such ${source.kind}.`);
    return { text: result.text, facts };
  };
}

interface Offered {
  readonly pages: readonly Page[];
  readonly records: readonly RecordAddress[];
}

function sourceAt(uri: string, offered: Offered): Source | undefined {
  const page = pageAt(uri);
  if (page) return offered.pages.includes(page) ? page.source : undefined;
  const record = recordAt(uri);
  return record && offered.records.includes(record.address) ? record.source : undefined;
}

const same = (text: string): Shown => ({ text, facts: text });

async function ask(
  options: ReaderOptions,
  source: Exclude<Source, { readonly page: string }>,
  caller: Caller,
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
    const { errorResult } = await import('../results/error-result.ts');
    return errorResult({ ...options, error, isWrite: false });
  }
}

type DescribeDesk = (options: ReaderOptions, runner: Runner, caller: Caller) => Promise<string>;

const describeDesk: Readonly<Record<'policy' | 'api', DescribeDesk>> = {
  async policy({ policy }, runner) {
    const { policyPage } = await import('./policy-page.ts');
    return policyPage(policy, await runner.stop());
  },
  async api(_options, runner, { principal }) {
    const { describeApi } = await import('./api-page.ts');
    return describeApi(await runner.readApiKnowledge(principal));
  },
};

/** What is wrong with the address is the caller's to mend; anything else is not. */
const ofTheCaller: ReadonlySet<unknown> = new Set(['BAD_REQUEST', 'AMBIGUOUS']);

function failureOf(uri: string, { data, text }: ToolResult): ProtocolError {
  const error = 'error' in data && isPlainRecord(data.error) ? data.error : {};
  const { code, message = text, retryable = false } = error;
  if (code === 'NOT_FOUND') return new ResourceNotFoundError(uri, String(message));
  const kind = ofTheCaller.has(code) ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(kind, String(message), { code, retryable });
}
