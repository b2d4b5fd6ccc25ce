import { expect, test } from 'vitest';
import { createFieldError, WaybillError } from '../../../../src/errors.ts';
import { readTogether } from '../../../../tools/arguments/finders/together.ts';

const refuse = (field: string) => () => {
  throw createFieldError('BAD_REQUEST', field, 'is bad');
};

test('what is right comes back under its name', async () => {
  expect(await readTogether({ one: () => 1, two: async () => 'two' })).toEqual({ one: 1, two: 'two' });
});

test('all that is wrong is named in one refusal', async () => {
  const reading = readTogether({ one: refuse('one'), two: () => 2, three: refuse('three') });

  await expect(reading).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'one: is bad. three: is bad.',
    details: [{ field: 'one' }, { field: 'three' }],
  });
});

test('what two arguments rest on is refused once', async () => {
  const customer = Promise.reject(createFieldError('BAD_REQUEST', 'customer', 'is bad'));
  const reading = readTogether({ customer: () => customer, stops: async () => [await customer] });

  await expect(reading).rejects.toMatchObject({ message: 'customer: is bad' });
});

test('a failure that is no argument’s ends the call by itself', async () => {
  const lost = new WaybillError('UNREACHABLE', 'no connection');
  const reading = readTogether({ one: refuse('one'), two: () => Promise.reject(lost), three: refuse('three') });

  await expect(reading).rejects.toBe(lost);
});
