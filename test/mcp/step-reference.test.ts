import { expect, test } from 'vitest';
import { fromStep, resolveReferences } from '../../src/mcp/tool/step-reference.ts';

test('a later step uses what an earlier one answered', () => {
  const input = { shipmentId: fromStep(0, '/shipmentId'), stops: [{ id: fromStep(1, '/stops/1/id') }], note: 'as is' };

  const resolved = resolveReferences(input, [{ shipmentId: 's1' }, { stops: [{ id: 'a' }, { id: 'b' }] }]);

  expect(resolved).toEqual({ shipmentId: 's1', stops: [{ id: 'b' }], note: 'as is' });
});

test('a reference to something that was not answered stops the plan', () => {
  expect(() => resolveReferences({ id: fromStep(0, '/id') }, [{}])).toThrow('/id');
});
