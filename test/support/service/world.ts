import { catalogue } from '../../../src/contract/catalogue.ts';
import { isPlainRecord } from '../../../src/domain/kit/plain-record.ts';
import { pathTo } from './kinds.ts';
import type { Everything } from './one-of-everything.ts';
import type { Caller } from './service.ts';

const readings = catalogue().filter(({ name }) => name.endsWith('.get'));

function withoutInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInstants);
  if (!isPlainRecord(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'updatedAt');
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutInstants(inner)]));
}

/** All records as the API shows them. */
export async function worldOf(desk: Pick<Caller, 'request'>, all: Everything): Promise<Record<string, unknown>> {
  const world: Record<string, unknown> = {};
  for (const entry of readings) {
    const { status, body } = await desk.request(
      'GET',
      pathTo(entry, (kind) => all[kind].id),
    );
    world[entry.name] = { status, body: withoutInstants(body) };
  }
  return world;
}
