import type { AuthInfo, CallToolResult, McpServerFactory } from '@modelcontextprotocol/server';
import type { Watched, Watching } from '../resources/watch.ts';
import type { ListedTool } from '../tool/listed-tool.ts';

export interface ToolServer {
  /** Builds a server for one connection or one request, of either protocol era. */
  readonly buildServer: McpServerFactory;
  /** The tools on offer. */
  readonly tools: readonly ListedTool[];
  /** Looks for changes of resources. */
  readonly watch: ResourceWatch;
  /** Counts a message over HTTP before anything is done for it; returns the result of a call that is one too many. */
  readonly countMessage: (received: HttpMessage) => Promise<CallToolResult | undefined>;
}

/** One message of a request over HTTP. */
export interface HttpMessage {
  readonly request: Request;
  readonly message: unknown;
  readonly authInfo: AuthInfo | undefined;
}

export interface ResourceWatch {
  /** Returns true if this many more subscriptions fit. People who signed in share the limit. */
  readonly hasRoomFor: (count: number, authInfo?: AuthInfo) => boolean;
  /** Watches addresses in the subscriber's name. */
  readonly start: (uris: readonly string[], authInfo: AuthInfo | undefined, updated: Watched['updated']) => Watching;
}
