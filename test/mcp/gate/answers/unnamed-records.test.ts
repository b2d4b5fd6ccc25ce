import { expect, test } from 'vitest';
import { isNothingToDo } from '../../../../src/mcp/tool/plan.ts';
import { startDesk } from '../../../support/desk.ts';
import { deleteTerms } from '../../support/term-tools.ts';

/** Plans a deletion as over an API that names its records like this. */
const createDeletion = (name: string) => {
  if (deleteTerms.kind !== 'plan') throw new Error('delete_terms plans');
  const { plan } = deleteTerms;
  return {
    ...deleteTerms,
    plan: async (ctx, input) => {
      const draft = await plan(ctx, input);
      if (isNothingToDo(draft)) return draft;
      return { ...draft, records: draft.records.map((record) => ({ ...record, name })) };
    },
  } satisfies typeof deleteTerms;
};

test.each([' ', 'undefined', 'null'])('a plan about a record that is called "%s" is refused', async (name) => {
  await using desk = await startDesk({ tools: [createDeletion(name)], offersNoOthers: true });
  const { id } = await desk.api.paymentTerms.create({ name: 'NET 30' });

  const { text, isError } = await desk.callTool('delete_terms', { ids: [id] }, 'none');

  expect(isError).toBe(true);
  expect(text).toContain('This API sends a record of the plan without a number, key or name');
  expect(await desk.api.paymentTerms.get({ id })).toMatchObject({ deletedAt: null });
});
