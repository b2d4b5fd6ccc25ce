import { waybill, type Settings } from './waybill.ts';

interface CallOutcome {
  readonly code: number | null;
  // Tests read results freely; each assertion says what it expects.
  readonly result: any; // eslint-disable-line typescript/no-explicit-any
}

/** `waybill call TOOL --json`, its exit code and the result object that it printed. */
export async function call(settings: Settings, tool: string, input: object): Promise<CallOutcome> {
  const { code, stdout, stderr } = await waybill(['call', tool, JSON.stringify(input), '--json'], settings);
  if (stdout === '') throw new Error(stderr);
  return { code, result: JSON.parse(stdout) };
}

/** A record that only a person's yes deletes, and the approval of its deletion. */
export async function givenPendingDeletion(settings: Settings, name = 'Net 15') {
  const made = await call(settings, 'api_write', { operation: 'paymentTerms.create', input: { name } });
  const id = String(made.result.structuredContent.record.id);
  const asked = await call(settings, 'api_write', { operation: 'paymentTerms.delete', input: { id } });
  return { id, approvalId: String(asked.result.structuredContent.approval.id) };
}

export async function termNames(settings: Settings): Promise<string[]> {
  const { result } = await call(settings, 'api_read', { operation: 'paymentTerms.filter' });
  return result.structuredContent.rows.map(({ name }: { name: string }) => name);
}
