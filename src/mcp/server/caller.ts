import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { ClientIdentity, PrincipalOf } from '../tool/context.ts';
import type { ToolCaller, Confirmation, ConfirmState } from '../run/run.ts';
import type { OfferedPage } from '../run/runner.ts';

/** Returns the caller of a request to a server, and what their client can do. */
export function toCaller(principalOf: PrincipalOf, server: McpServer, ctx: ServerContext): ToolCaller {
  const principal = principalOf(ctx.http?.authInfo);
  return {
    principal,
    clientInfo: getClientInfo(server, ctx),
    canAsk: principal.kind === 'person' && canShowForm(server, ctx),
    confirmation: getConfirmation(ctx),
    signal: ctx.mcpReq.signal,
    progress: async (progress, total, message) => {
      const { _meta: meta } = ctx.mcpReq;
      const progressToken = meta?.progressToken;
      if (progressToken === undefined || ctx.mcpReq.signal.aborted) return;
      const params = { progressToken, progress, message, ...(total !== undefined && { total }) };
      // The question goes on where its client can't be told.
      await ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}

/**
 * Returns true if the client can show a form. Asking one that cannot fails the whole call. An empty capability `{}`
 * means forms.
 */
function canShowForm(server: McpServer, ctx: ServerContext): boolean {
  const elicitation = getElicitation(server, ctx);
  return elicitation !== undefined && (elicitation['form'] !== undefined || elicitation['url'] === undefined);
}

/** Returns true if the client can offer its user to open a web page. */
export const canOpenPages = (server: McpServer, ctx: ServerContext): boolean =>
  getElicitation(server, ctx)?.['url'] !== undefined;

function getElicitation(server: McpServer, ctx: ServerContext): Readonly<Record<string, unknown>> | undefined {
  const declared = getEnvelope(ctx)[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const elicitation = isPlainRecord(declared) ? declared['elicitation'] : undefined;
  return isPlainRecord(elicitation) ? elicitation : undefined;
}

function getClientInfo(server: McpServer, ctx: ServerContext): ClientIdentity | undefined {
  const declared = getEnvelope(ctx)[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion();
  if (!isPlainRecord(declared) || typeof declared['name'] !== 'string') return undefined;
  const version = typeof declared['version'] === 'string' ? declared['version'] : '';
  const title = typeof declared['title'] === 'string' ? declared['title'].trim().slice(0, 100) : '';
  return { name: declared['name'].slice(0, 100), ...(title !== '' && { title }), version: version.slice(0, 50) };
}

// The library types the envelope as an empty object; its members are checked where they are used.
export const getEnvelope = (ctx: ServerContext) => (ctx.mcpReq.envelope ?? {}) as Readonly<Record<string, unknown>>;

function getConfirmation(ctx: ServerContext): Confirmation | undefined {
  // Verified and decoded by the codec, which only ever sealed a ConfirmState or an OfferedPage.
  const state = ctx.mcpReq.requestState<ConfirmState | OfferedPage>();
  const response = inputResponse(ctx.mcpReq.inputResponses, 'confirm');
  if (!isPlainRecord(state) || 'offered' in state || response.kind !== 'elicit') return undefined;
  const isTicked = response.action === 'accept' && response.content?.['confirm'] === true;
  return { state, answer: isTicked ? 'accept' : response.action === 'cancel' ? 'cancel' : 'decline' };
}
