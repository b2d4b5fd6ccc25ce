import type { Operation } from '../../contract/kit/operation.ts';
import { pathParameters } from '../../contract/kit/operation.ts';
import { WaybillError } from '../../errors.ts';
import type { ApiCapabilities } from './api-capabilities.ts';

interface NamedOperation {
  readonly name: string;
  readonly operation: Operation;
}

const formatCapability = (name: string) => {
  const [resource = '', verb = ''] = name.split('.');
  return `operation ${resource}.${verb}` as const;
};

/**
 * Runs a request. An operation that the API turns out not to have fails with a message in the trade's words, and one that
 * the published contract does not promise is not requested again on the same day.
 */
export async function runOffered<Result>(
  { name, operation }: NamedOperation,
  capabilities: ApiCapabilities,
  run: () => Promise<Result>,
): Promise<Result> {
  const capability = formatCapability(name);
  if (operation.extension && (await capabilities.isMissing(capability))) throw createMissingError({ name, operation });
  try {
    const result = await run();
    if (operation.extension) await capabilities.learn(capability, 'proven', `${formatRoute(operation)} was answered`);
    return result;
  } catch (error) {
    if (!(error instanceof WaybillError) || !isMissing(operation, error)) throw error;
    const evidence = `${formatRoute(operation)} was answered with ${error.code}: ${error.message}`;
    await capabilities.learn(capability, 'disproved', evidence);
    throw createMissingError({ name, operation }, error);
  }
}

/** A list that isn't there doesn't exist; of a path with an id, 404 says that the record doesn't. */
function isMissing(operation: Operation, { code }: WaybillError): boolean {
  if (code === 'NOT_IMPLEMENTED') return true;
  return code === 'NOT_FOUND' && operation.effect === 'read' && pathParameters(operation.path).length === 0;
}

const formatRoute = ({ method, path }: Operation): string => `${method} ${path}`;

function createMissingError({ name, operation }: NamedOperation, cause?: WaybillError): WaybillError {
  const message = `This API can't ${describeWork(name, operation)} (it has no ${formatRoute(operation)}).`;
  return new WaybillError('NOT_IMPLEMENTED', message, {
    ...(cause && { cause, requestId: cause.requestId, details: cause.details }),
  });
}

function describeWork(name: string, { summary }: Operation): string {
  const [resource = '', verb = ''] = name.split('.');
  const records = resource.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (verb === 'filter') return `list ${records}`;
  if (verb === 'search') return `search ${records}`;
  const [work = summary] = summary.split(/[;,]/);
  return work.charAt(0).toLowerCase() + work.slice(1);
}
