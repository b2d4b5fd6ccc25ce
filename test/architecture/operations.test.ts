import { expect, test } from 'vitest';
import { catalogue } from '../../src/contract/catalogue.ts';
import { pathParameters } from '../../src/contract/kit/operation.ts';
import { boundOperations } from '../../src/service/handlers/index.ts';

const entries = catalogue();

test('the contract is whole', () => {
  expect(entries.length).toBeGreaterThanOrEqual(190);
});

test('each operation is declared once', () => {
  const places = entries.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);

  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
});

test('each operation has a handler', () => {
  const bound = new Set(boundOperations().map(({ operation }) => operation));

  expect(entries.filter(({ operation }) => !bound.has(operation)).map(({ name }) => name)).toEqual([]);
});

test.each(entries)('$name: names of path, query and body never collide', ({ operation }) => {
  const body = operation.body && 'shape' in operation.body ? Object.keys(Object(operation.body.shape)) : [];
  const names = [...pathParameters(operation.path), ...Object.keys(operation.query?.shape ?? {}), ...body];

  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each(entries)(
  '$name: what it answers fits its status, and what it changes fits its method',
  ({ operation, effect }) => {
    expect(operation.response === undefined).toBe(operation.status === 204);
    expect(operation.method === 'GET' && effect !== 'read').toBe(false);
    expect(['PATCH', 'DELETE'].includes(operation.method) && effect === 'read').toBe(false);
    expect(operation.path.includes('{') && !operation.errors.includes('NOT_FOUND')).toBe(false);
  },
);
