import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { catalogue, getGate } from '../../src/contract/catalogue.ts';
import { operations } from '../../src/contract/operations.ts';
import { printContractTypes } from '../../src/contract/document/contract-types.ts';
import { listPathParameters } from '../../src/contract/kit/operation.ts';
import { bindOperations } from '../../src/service/handlers/index.ts';

const entries = catalogue();

test('the contract is whole', () => {
  expect(entries.length).toBeGreaterThanOrEqual(190);
});

test('each operation is declared once', () => {
  const places = entries.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);

  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
});

test('each operation has a handler', () => {
  const bound = new Set(bindOperations().map(({ operation }) => operation));

  expect(entries.filter(({ operation }) => !bound.has(operation)).map(({ name }) => name)).toEqual([]);
});

test.each(entries)('$name: names of path, query and body never collide', ({ operation }) => {
  const body = operation.body && 'shape' in operation.body ? Object.keys(Object(operation.body.shape)) : [];
  const names = [...listPathParameters(operation.path), ...Object.keys(operation.query?.shape ?? {}), ...body];

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

const listFields = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
const belowApproval = entries.filter(({ gate }) => gate === 'audit' || gate === 'confirm');

test.each(belowApproval)('$name: of each field of its input it is decided what it asks for', ({ operation }) => {
  expect(Object.keys(operation.fieldGates ?? {}).sort()).toEqual(listFields(operation.body).sort());
});

test('a field that nobody has decided on asks for an approval', () => {
  const undecided = { ...operations.carrierContacts.update, fieldGates: {} };

  expect(getGate(operations.carrierContacts.update, { id: 'c', by: 'id', name: 'Lee' })).toBe('audit');
  expect(getGate(undecided, { id: 'c', by: 'id', name: 'Lee' })).toBe('approve');
});

const decisive =
  /^(?:email|phone|phoneNumber|contactInfo|contactTypes|.*[aA]ddress.*|account.*|currency|paymentTerm.*|credit.*|roles|insurance.*|[a-z]+Number|scac|ein|taxId)$/;
const parties = belowApproval.filter(({ name }) => /^(?:carrier|customer|vendor|compan)/.test(name));

test.each(parties)('$name: what decides where money and mail go is approved, at creation as at a change', (entry) => {
  const passing = listFields(entry.operation.body)
    .filter((field) => decisive.test(field))
    .filter((field) => getGate(entry.operation, { [field]: 'x' }) !== 'approve');

  expect(passing).toEqual([]);
});

test.each([
  ['carriers.create', { status: 'PENDING' }, 'audit'],
  ['carriers.create', { status: 'ACTIVE' }, 'off'],
  ['quotes.update', { status: 'WON' }, 'confirm'],
  ['quotes.update', { status: 'LOST' }, 'confirm'],
  ['quotes.update', { status: 'QUOTED' }, 'audit'],
  ['shipments.update', { customer: { id: 'c' } }, 'approve'],
  ['users.update', { roles: ['ADMIN'] }, 'approve'],
  ['users.create', { roles: ['ADMIN'] }, 'approve'],
  ['paymentTerms.create', { days: 1 }, 'approve'],
  ['paymentTerms.update', { quickPayFee: 0 }, 'approve'],
  ['bills.update', { reference: 'PH-2' }, 'approve'],
  ['bills.update', { invoiceDate: '2026-11-01' }, 'approve'],
])('%s with %j asks for %s', (name, input, gate) => {
  const entry = entries.find((candidate) => candidate.name === name);

  expect(entry && getGate(entry.operation, input)).toBe(gate);
});

test('the file of types says what the schemas accept and return (npm run list-types writes it)', () => {
  expect(readFileSync('src/contract/types.ts', 'utf8')).toBe(printContractTypes());
});
