import {
  type CacheHint,
  type McpServer,
  type ReadResourceResult,
  type ResourceMetadata,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Completion } from '../run/runner.ts';
import type { ToolCaller } from '../run/run.ts';
import { toTemplate, toUri } from './address.ts';
import { listOfferedAddresses, type ResourceReader, type ResourceReaderOptions } from './read.ts';

const mimeType = 'text/markdown';
const cacheScope = 'private';

/** A resource as every server of this process registers it. */
export interface OfferedResource {
  readonly name: string;
  readonly address: string | ResourceTemplate;
  readonly metadata: ResourceMetadata;
  readonly cacheHint?: CacheHint;
  readonly read: (uri: URL, getCaller: () => ToolCaller) => Promise<ReadResourceResult>;
}

/** Builds the resources that are read by the tools on offer. */
export function buildResources(
  { tools }: Pick<ResourceReaderOptions, 'tools'>,
  read: ResourceReader,
): readonly OfferedResource[] {
  const { pages, records } = listOfferedAddresses(tools);
  const show: OfferedResource['read'] = async ({ href }, getCaller) => ({
    contents: [{ uri: href, mimeType, text: (await read(href, getCaller())).text }],
  });
  return [
    ...pages.map(({ name, title, description, ttlMs }) => ({
      name,
      address: toUri(name),
      metadata: { title, description, mimeType },
      cacheHint: { ttlMs, cacheScope } as const,
      read: show,
    })),
    ...records.map((record) => ({
      name: record.name,
      address: new ResourceTemplate(toTemplate(record), { list: undefined }),
      metadata: { title: record.title, description: record.description, mimeType },
      // A record may have changed a moment ago.
      cacheHint: { ttlMs: 0, cacheScope } as const,
      read: show,
    })),
  ];
}

export function registerResources(
  server: McpServer,
  resources: readonly OfferedResource[],
  getCaller: (ctx: ServerContext) => ToolCaller,
): void {
  for (const { name, address, metadata, cacheHint, read } of resources) {
    const config = { ...metadata, ...(cacheHint && { cacheHint }) };
    if (typeof address === 'string')
      server.registerResource(name, address, config, (uri, ctx) => read(uri, () => getCaller(ctx)));
    else server.registerResource(name, address, config, (uri, _variables, ctx) => read(uri, () => getCaller(ctx)));
  }
}

/** Lists the resources with an address of their own, as clients read them. */
export const listResources = (resources: readonly OfferedResource[]) =>
  resources.flatMap(({ name, address, metadata }) =>
    typeof address === 'string' ? [{ uri: address, name, ...metadata }] : [],
  );

/** Lists the addresses that have a variable in them. */
export const listTemplates = (resources: readonly OfferedResource[]) =>
  resources.flatMap(({ name, address, metadata }) =>
    typeof address === 'string' ? [] : [{ name, uriTemplate: address.uriTemplate.toString(), ...metadata }],
  );

/** Finds the kind of record that completes a variable of a template. Returns undefined if there is no such template. */
export function findTemplateCompletion(
  { tools }: Pick<ResourceReaderOptions, 'tools'>,
  template: string,
  variable: string,
): { readonly kind: Completion | undefined } | undefined {
  const record = listOfferedAddresses(tools).records.find((address) => toTemplate(address) === template);
  return record && { kind: variable === 'id' ? record.completes : undefined };
}
