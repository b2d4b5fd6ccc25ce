import { catalogue } from '../../../src/contract/catalogue.ts';
import { isPlainRecord } from '../../../src/domain/kit/plain-record.ts';
import { buildPath } from './kinds.ts';
import type { Everything } from './one-of-everything.ts';
import type { ApiCaller } from './service.ts';

const readings = catalogue().filter(({ name }) => name.endsWith('.get'));

function removeInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeInstants);
  if (!isPlainRecord(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'updatedAt');
  return Object.fromEntries(members.map(([name, inner]) => [name, removeInstants(inner)]));
}

/** Reads all records as the API shows them. */
export async function readWorld(desk: Pick<ApiCaller, 'request'>, all: Everything): Promise<Record<string, unknown>> {
  const world: Record<string, unknown> = {};
  for (const entry of readings) {
    const { status, body } = await desk.request(
      'GET',
      buildPath(entry, (kind) => all[kind].id),
    );
    world[entry.name] = { status, body: removeInstants(body) };
  }
  return world;
}
