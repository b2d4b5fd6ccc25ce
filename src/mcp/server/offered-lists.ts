import type {
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  McpServer,
} from '@modelcontextprotocol/server';

/** The lists of what a server offers. They depend on nothing in a request, so each is made once. */
export interface OfferedLists {
  readonly tools: () => ListToolsResult['tools'];
  readonly prompts: () => ListPromptsResult['prompts'];
  readonly resources: () => ListResourcesResult['resources'];
  readonly resourceTemplates: () => ListResourceTemplatesResult['resourceTemplates'];
}

/** Answers the requests for lists in place of the library, which builds each list again from what is registered. */
export function answerLists({ server }: McpServer, lists: OfferedLists): void {
  server.setRequestHandler('tools/list', () => ({ tools: lists.tools() }));
  server.setRequestHandler('prompts/list', () => ({ prompts: lists.prompts() }));
  server.setRequestHandler('resources/list', () => ({ resources: lists.resources() }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: lists.resourceTemplates() }));
}

/** Returns a function that makes a value with its first call, and keeps it. */
export function keepFirst<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}
