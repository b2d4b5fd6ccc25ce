import { McpServer, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';

export const tooMany = { code: ProtocolErrorCode.InternalError, message: 'Too many resources are subscribed to.' };

/** Lists the addresses in the parameters of `subscriptions/listen`, which the library has checked. */
export function listSubscribedUris(params: unknown): readonly string[] {
  const notifications = isPlainRecord(params) ? params['notifications'] : undefined;
  const uris = isPlainRecord(notifications) ? notifications['resourceSubscriptions'] : undefined;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}

export const getServer = (built: McpServer | Server): Server => (built instanceof McpServer ? built.server : built);
