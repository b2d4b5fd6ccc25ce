import type { PlanView } from '../../../src/mcp/results/result.ts';
import { expect, test } from 'vitest';
import { catalogue } from '../../../src/contract/catalogue.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createEverything } from '../../support/service/one-of-everything.ts';
import { buildInput } from '../../support/service/write-inputs.ts';
import { listPlanTexts, listWarningTexts, listWordingFaults } from '../../support/desk/plan-texts.ts';

const writes = catalogue().filter(({ effect }) => effect !== 'read');
/** A person is asked about each. */
const policy = {
  ...builtInPolicy,
  operations: Object.fromEntries(writes.map(({ name }) => [name, 'approve' as const])),
};
const getLabel = ({ label }: PlanView['steps'][number]) => label;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/;

/** Matches operations that get no plan, because the record is invoiced already or has money on it. */
const isPlanless =
  /^no plan(?!: NOT DONE\. (?:There is nothing to invoice|\$[\d.]+ (?:is applied to|of CM-\d+ is applied)|\$[\d,.]+ is paid on BILL-\d+|Quote Q\d+ is requested))|without a name/;

/** Every operation, and every field of two words, as only the API calls it. */
const operations = catalogue().map(({ name }) => name);
const isForMachines = (text: string) =>
  uuid.test(text) || operations.some((name) => text.includes(name)) || /\bapi_write\b/.test(text);
/** Before a colon stands what a value is, in words. */
const hasFieldName = (line: string) =>
  /^(?!LD-|SHP-)(?:[^«:]*\s)?[a-z]+[A-Z]\w*(?=[ :])/.test(line.split('«')[0] ?? '');

test('no plan of a write shows an id where a person knows the record by a number, a name or its owner', async () => {
  await using desk: TestDesk = await startDesk({ tools: [apiWrite], server: { policy } });
  const all = await createEverything(desk, 'Ironbark');

  const titles = new Map<string, readonly string[]>();
  const plans: { readonly name: OperationName; readonly plan: PlanView }[] = [];
  for (const entry of writes) {
    const { data, text } = await desk.callTool('api_write', { operation: entry.name, input: buildInput(entry, all) });
    if (data.plan) plans.push({ name: entry.name, plan: data.plan });
    titles.set(entry.name, data.plan ? [data.plan.title, ...listPlanTexts(data.plan)] : [`no plan: ${text}`]);
  }

  const getTitle = (name: OperationName) => titles.get(name)?.[0];
  expect(getTitle('carrierContacts.delete')).toBe('Delete contact «Ironbark»');
  expect(getTitle('vendorContacts.delete')).toBe('Delete vendor contact of «Ironbark»');
  expect(getTitle('carrierPaymentMethods.delete')).toBe('Delete payment method of «Ironbark»');
  expect(getTitle('vendorPaymentMethods.delete')).toBe('Delete payment method of «Ironbark»');
  expect(getTitle('locationContacts.delete')).toBe('Delete location contact of «Ironbark»');
  expect(getTitle('documents.delete')).toBe('Delete document «paper.pdf»');
  expect(getTitle('stops.delete')).toContain('pickup Chicago, IL 60608');
  expect(getTitle('loads.bounce')).toMatch(/^Take «Ironbark» \(C\d+\) off LD-/);
  expect(getTitle('webhookSubscriptions.delete')).toContain('hooks.broker.test/in');
  expect(getTitle('carrierContacts.create')).toBe('Add contact «x» for C100001 «Ironbark»');
  expect(getTitle('carriers.update')).toBe('Change carrier C100001 «Ironbark»: payment term');
  expect(getTitle('bills.delete')).toContain('BILL-00001 of «Ironbark»');
  const bad = [...titles].flatMap(([name, lines]) =>
    lines.filter((line) => uuid.test(line) || isPlanless.test(line)).map((line) => `${name}: ${line}`),
  );
  expect(bad).toEqual([]);
  expect(titles.size).toBe(writes.length);

  expect(getTitle('bills.approve')).toBe('Approve bill BILL-00001 «Ironbark» for payment');
  expect(getTitle('bills.batchApprove')).toBe('Approve bills for payment: BILL-00001 «Ironbark»');
  expect(getTitle('billPayments.create')).toBe('Pay bills: BILL-00001 «Ironbark»');
  expect(getTitle('loads.rebook')).toContain('LD-1001');
  expect(getTitle('quotes.create')).toBe('Create a quote for «Ironbark» (A100001): Chicago, IL to Dallas, TX');
  const summaries = new Map(writes.map(({ name, summary }) => [name, summary]));
  const unsaid = plans.filter(({ name, plan }) => plan.title.startsWith(summaries.get(name) ?? '-'));
  expect(unsaid.map(({ name }) => name)).toEqual([]);
  const texts = plans.flatMap(({ name, plan }) =>
    [
      plan.title,
      plan.undo,
      ...listPlanTexts(plan),
      ...listWarningTexts(plan),
      ...plan.sideEffects,
      ...plan.steps.map(getLabel),
    ].map((text) => ({ name, text })),
  );
  expect(texts.filter(({ text }) => isForMachines(text))).toEqual([]);
  expect(texts.filter(({ text }) => hasFieldName(text))).toEqual([]);
  expect(texts.filter(({ text }) => /(?:^|: | -> )(?:null|true|false)$/.test(text))).toEqual([]);
  expect(plans.filter(({ plan }) => !/Can't be |\bcan (?:also )?be \w+/.test(plan.undo))).toEqual([]);
  expect(plans.filter(({ plan }) => /\w_\w|=/.test(plan.undo))).toEqual([]);
  expect(plans.flatMap(({ name, plan }) => listWordingFaults(plan).map((fault) => `${name}: ${fault}`))).toEqual([]);
  expect(plans.length).toBeGreaterThan(90);
});
