import { type Implementation, SERVER_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import icons from './icons.json' with { type: 'json' };

/** The details of the product that a host shows beside its name. */
export interface Product {
  readonly version: string;
  readonly description?: string | undefined;
  readonly homepage?: string | undefined;
}

const names = { name: 'waybill', title: 'Waybill' } as const;

/** Describes the server to a client that connects. `npm run icons` draws the icons, which are data: no host fetches them. */
export const createIdentity = ({ version, description, homepage }: Product): Implementation => ({
  ...names,
  version,
  ...(description !== undefined && { description }),
  ...(homepage !== undefined && { websiteUrl: homepage }),
  icons,
});

/**
 * Adds name and version of the server to the result of a tool. In protocol 2026-07-28 every result names its server, and
 * the library would add the whole identity: icons of 2 kB to each answer.
 */
export function addShortIdentity<Result extends { readonly _meta?: Record<string, unknown> | undefined }>(
  result: Result,
  { version }: Product,
  ctx: ServerContext,
): Result {
  if (ctx.mcpReq.envelope === undefined) return result;
  const { _meta: meta } = result;
  return { ...result, _meta: { ...meta, [SERVER_INFO_META_KEY]: { ...names, version } } };
}
