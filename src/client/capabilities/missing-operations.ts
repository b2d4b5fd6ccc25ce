import type { Operation } from '../../contract/kit/operation.ts';
import { listPathParameters } from '../../contract/kit/operation.ts';
import { WaybillError } from '../../errors.ts';
import type { ApiCapabilities } from './api-capabilities.ts';

interface NamedOperation {
  readonly name: string;
  readonly operation: Operation;
}

/** Tests if an API lacks a list, such as `stops.filter`. */
export type LacksList = (name: string) => Promise<boolean>;

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
  lacksList: LacksList,
): Promise<Result> {
  const capability = formatCapability(name);
  if (operation.extension && (await capabilities.isMissing(capability))) throw createMissingError({ name, operation });
  try {
    const result = await run();
    if (operation.extension) await capabilities.learn(capability, 'proven', `${formatRoute(operation)} was answered`);
    return result;
  } catch (error) {
    if (!(error instanceof WaybillError) || !(await isMissing({ name, operation }, error, lacksList))) throw error;
    const evidence = `${formatRoute(operation)} was answered with ${error.code}`;
    await capabilities.learn(capability, 'disproved', evidence);
    throw createMissingError({ name, operation }, error);
  }
}

/** Collections that not every version has at all. */
const laterCollections: readonly string[] = ['orders', 'stops'];

/**
 * Returns true if an API has no such operation. A list that isn't there doesn't exist; of a path with an id, 404 says
 * that the record doesn't, unless the API has no list of such records either.
 */
async function isMissing(
  { name, operation }: NamedOperation,
  { code }: WaybillError,
  lacksList: LacksList,
): Promise<boolean> {
  if (code === 'NOT_IMPLEMENTED') return true;
  if (code !== 'NOT_FOUND') return false;
  const isRecord = listPathParameters(operation.path).length > 0;
  if (!isRecord && operation.effect === 'read') return true;
  const [resource = ''] = name.split('.');
  return laterCollections.includes(resource) && lacksList(`${resource}.filter`);
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
  if (verb === 'update') return `change ${records}`;
  const [work = summary] = summary.split(/[;,]/);
  return work.charAt(0).toLowerCase() + work.slice(1);
}
