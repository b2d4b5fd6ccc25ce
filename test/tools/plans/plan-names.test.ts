import { expect, test } from 'vitest';
import { catalogue } from '../../../src/contract/catalogue.ts';
import type { OperationName } from '../../../src/contract/operations.ts';
import { builtInPolicy } from '../../../src/mcp/tool/policy.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { type Desk, startDesk } from '../../support/desk.ts';
import { oneOfEverything } from '../../support/service/one-of-everything.ts';
import { inputOf } from '../../support/service/write-inputs.ts';

const writes = catalogue().filter(({ effect }) => effect !== 'read');
/** A person is asked about each. */
const policy = {
  ...builtInPolicy,
  operations: Object.fromEntries(writes.map(({ name }) => [name, 'approve' as const])),
};
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/;

/** What is invoiced already, or has money on it, gets no plan at all. */
const isPlanless =
  /^no plan(?!: NOT DONE\. CONFLICT: (?:There is nothing to invoice|\$[\d.]+ (?:is applied to|of CM-\d+ is applied)|BILL-\d+ is paid with))|without a name/;

test('no plan of a write shows an id where a person knows the record by a number, a name or its owner', async () => {
  await using desk: Desk = await startDesk({ tools: [apiWrite], server: { policy } });
  const all = await oneOfEverything(desk, 'Ironbark');

  const shown = new Map<string, readonly string[]>();
  for (const entry of writes) {
    const { data, text } = await desk.callTool('api_write', { operation: entry.name, input: inputOf(entry, all) });
    shown.set(entry.name, data.plan ? [data.plan.title, ...data.plan.lines] : [`no plan: ${text}`]);
  }

  const titleOf = (name: OperationName) => shown.get(name)?.[0];
  expect(titleOf('carrierContacts.delete')).toBe('Delete contact «Ironbark»');
  expect(titleOf('vendorContacts.delete')).toBe('Delete vendor contact of «Ironbark»');
  expect(titleOf('carrierPaymentMethods.delete')).toBe('Delete payment method of «Ironbark»');
  expect(titleOf('vendorPaymentMethods.delete')).toBe('Delete payment method of «Ironbark»');
  expect(titleOf('locationContacts.delete')).toBe('Delete location contact of «Ironbark»');
  expect(titleOf('documents.delete')).toBe('Delete document «paper.pdf»');
  expect(titleOf('stops.delete')).toContain('PICK «60608»');
  expect(titleOf('loads.bounce')).toMatch(/^Take «Ironbark» \(C\d+\) off LD-/);
  expect(titleOf('webhookSubscriptions.delete')).toContain('hooks.broker.test/in');
  expect(titleOf('carrierContacts.create')).toBe('Add contact «x» for C100001 «Ironbark»');
  expect(titleOf('carriers.update')).toBe('Change carrier C100001 «Ironbark»: payment term');
  expect(titleOf('bills.delete')).toContain('BILL-00001 of «Ironbark»');
  const bad = [...shown].flatMap(([name, lines]) =>
    lines.filter((line) => uuid.test(line) || isPlanless.test(line)).map((line) => `${name}: ${line}`),
  );
  expect(bad).toEqual([]);
  expect(shown.size).toBe(writes.length);
});
