import { type McpServer, ResourceTemplate, type ServerContext } from '@modelcontextprotocol/server';
import type { Completion } from '../run/runner.ts';
import type { Caller } from '../run/run.ts';
import { templateOf, uriOf } from './address.ts';
import { offeredAddresses, type Reader, type ReaderOptions } from './read.ts';

const mimeType = 'text/markdown';
const cacheScope = 'private';

/** What offers the resources on a server; the lists need no request, and no tool. */
export function resourcesOffer({ tools }: Pick<ReaderOptions, 'tools'>, read: Reader) {
  const { pages, records } = offeredAddresses(tools);
  const templates = records.map((record) => ({
    record,
    template: new ResourceTemplate(templateOf(record), { list: undefined }),
  }));
  return (server: McpServer, callerOf: (ctx: ServerContext) => Caller): void => {
    const show = async ({ href }: URL, ctx: ServerContext) => ({
      contents: [{ uri: href, mimeType, text: (await read(href, callerOf(ctx))).text }],
    });
    for (const { name, title, description, ttlMs } of pages) {
      const config = { title, description, mimeType, cacheHint: { ttlMs, cacheScope } as const };
      server.registerResource(name, uriOf(name), config, show);
    }
    for (const { record, template } of templates) {
      const { name, title, description } = record;
      // A record may have changed a moment ago.
      const config = { title, description, mimeType, cacheHint: { ttlMs: 0, cacheScope } as const };
      server.registerResource(name, template, config, (uri, _variables, ctx) => show(uri, ctx));
    }
  };
}

/** What the variable of a template may be going to be; undefined where there is no such template. */
export function templateCompletion(
  { tools }: Pick<ReaderOptions, 'tools'>,
  template: string,
  variable: string,
): { readonly kind: Completion | undefined } | undefined {
  const record = offeredAddresses(tools).records.find((one) => templateOf(one) === template);
  return record && { kind: variable === 'id' ? record.completes : undefined };
}
