import { isPlainRecord } from '../../domain/kit/plain-record.ts';

/** The parts of a server that the messages of a request can reach. */
export interface ReachedParts {
  readonly hasTool: (name: string) => boolean;
  readonly hasPrompt: (name: string) => boolean;
  readonly hasResources: boolean;
}

const everyPart: ReachedParts = { hasTool: () => true, hasPrompt: () => true, hasResources: true };

/**
 * Finds what a server has to offer to answer these messages; without any it answers a connection that lasts, which reaches
 * everything. Over HTTP each request has a server of its own, and to register all tools for one call costs more than the call.
 */
export function findReachedParts(messages: readonly unknown[] | undefined): ReachedParts {
  if (messages === undefined) return everyPart;
  const requests = messages.filter(isPlainRecord);
  const hasMethod = (wantedMethod: string) => requests.some(({ method }) => method === wantedMethod);
  const hasNamed = (wantedMethod: string) => (name: string) =>
    requests.some(({ method, params }) => method === wantedMethod && isPlainRecord(params) && params['name'] === name);
  return {
    hasTool: hasNamed('tools/call'),
    hasPrompt: hasNamed('prompts/get'),
    hasResources: hasMethod('resources/read'),
  };
}
