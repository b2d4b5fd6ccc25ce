import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import { recordsById } from '../records/records-by-id.ts';
import { contactForMoney } from './customer-contacts.ts';

export const customersById = (ctx: ToolContext, ids: readonly string[]): Promise<ReadonlyMap<string, CustomerRecord>> =>
  recordsById<CustomerRecord>(ids, (question) => scan(ctx, ctx.api.customers.filter, question));

/** Whom to call at each about money, as a row shows it. Contacts are not copied: asked for those that are shown. */
export async function callTextsOf(
  ctx: ToolContext,
  ids: readonly string[],
): Promise<(customerId: string) => string | null> {
  const customers = await customersById(ctx, ids);
  return (id) => {
    const customer = customers.get(id);
    const contact = customer ? contactForMoney(customer) : null;
    return contact === null ? null : [contact.name, contact.phone ?? 'no phone on record'].join(' ');
  };
}
