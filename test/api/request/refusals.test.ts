import { expect, test } from 'vitest';
import { catalogue } from '../../../src/contract/catalogue.ts';
import { getDocumentedBody, toJsonSchema } from '../../../src/contract/kit/json-schema.ts';
import { buildSchemaProblem } from '../../../src/service/shared/problem.ts';
import { type SampleSchema, buildSampleBody } from '../../support/service/samples.ts';

const bodies = catalogue().flatMap((entry) => {
  const schema = getDocumentedBody(entry.operation);
  const { body } = entry.operation;
  if (!schema || !body) return [];
  // The words of JSON Schema that our own schemas use.
  const fields = Object.keys((toJsonSchema(schema, 'input') as SampleSchema).properties ?? {});
  return [{ name: entry.name, body, sample: buildSampleBody(entry) as object, fields }];
});

test('no record gets a blank name, whichever operation gives it', () => {
  const blank = [' ', '\u00a0\u2003', '\u200b\u2060', '\t\n'];

  const accepted = bodies
    .filter(({ fields }) => fields.includes('name'))
    .flatMap(({ name, body, sample }) =>
      blank.filter((text) => body.safeParse({ ...sample, name: text }).success).map((text) => [name, text]),
    );

  expect(accepted).toEqual([]);
});

test('every refusal of a field says what would be right', () => {
  const mute = bodies.flatMap(({ name, body, sample, fields }) =>
    fields.flatMap((field) =>
      ['x', 7, true, {}, [{}], [7]].flatMap((value) => {
        const { error } = body.safeParse({ ...sample, [field]: value });
        const details = error ? buildSchemaProblem(error).details : [];
        return details.filter(({ message }) => message === 'Invalid input').map((detail) => [name, detail]);
      }),
    ),
  );

  expect(mute).toEqual([]);
});
