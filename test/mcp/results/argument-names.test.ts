import { expect, test } from 'vitest';
import { createFieldError, WaybillError } from '../../../src/errors.ts';
import { renameRefusedFields } from '../../../src/mcp/results/argument-names.ts';
import { tools } from '../../../tools/index.ts';
import { isDeep } from '../../support/depth.ts';
import { startLoadDesk } from '../support/load-desk.ts';

const rename = (error: WaybillError, input: object, names = ['with', 'weight', 'shipments', 'place']) => {
  const namedError = renameRefusedFields(error, { names, input });
  return namedError instanceof WaybillError ? [namedError.message, namedError.details[0]?.field] : [];
};
const buildMissingError = (noun: string, text: string) =>
  new WaybillError('NOT_FOUND', `No ${noun} matches «${text}».`, {
    details: [{ field: noun, message: 'matches nothing' }],
  });

test('a refusal names the argument that it is about, not the kind of record or a path in a request', () => {
  expect(rename(buildMissingError('carrier', 'Nobody'), { with: 'Nobody' })).toEqual([
    'with: No carrier matches «Nobody».',
    'with',
  ]);
  expect(rename(buildMissingError('shipment', 'X1'), { shipments: ['X0', 'X1'] })).toEqual([
    'No shipment matches «X1».',
    'shipments.1',
  ]);
  expect(rename(createFieldError('VALIDATION_ERROR', 'orders.0.weight', 'is too large'), { weight: 9e9 })).toEqual([
    'weight: is too large',
    'weight',
  ]);
});

test('a refusal that names an argument, or nothing that was given, stays as it is', () => {
  expect(rename(createFieldError('BAD_REQUEST', 'place', 'is needed'), { with: 'x' })).toEqual([
    'place: is needed',
    'place',
  ]);
  expect(rename(buildMissingError('carrier', 'Nobody'), { with: 'Somebody' })).toEqual([
    'No carrier matches «Nobody».',
    'carrier',
  ]);
});

/** Means no record, date, place, amount or word that any tool takes. */
const nonsense = 'qzx 77#';

test('every tool names its own arguments when it refuses them', async () => {
  await using desk = await startLoadDesk({ tools: [] });
  const calls = tools.flatMap(({ name, input }) => {
    const texts = Object.entries(input.shape).filter(([, schema]) => schema.safeParse(nonsense).success);
    const lists = Object.entries(input.shape).filter(([, schema]) => schema.safeParse([nonsense]).success);
    const whole = Object.fromEntries([
      ...texts.map(([argument]) => [argument, nonsense] as const),
      ...lists.map(([argument]) => [argument, [nonsense]] as const),
    ]);
    const single = Object.entries(whole).map(([argument, value]) => ({ name, input: { [argument]: value } }));
    return [{ name, input: whole }, ...(isDeep ? single : [])];
  });

  expect(calls.length).toBeGreaterThan(40);
  for (const { name, input } of calls) {
    const { data, isError } = await desk.callTool(name, input);
    const field: unknown = data.error?.field;
    if (!isError || typeof field !== 'string') continue;
    const [root = ''] = field.split('.');
    const argumentNames = Object.keys(tools.find((tool) => tool.name === name)?.input.shape ?? {});
    expect.soft([name, input, argumentNames.includes(root) ? root : field]).toEqual([name, input, root]);
    expect.soft([name, field, argumentNames]).toEqual([name, field, expect.arrayContaining([root])]);
  }
});
