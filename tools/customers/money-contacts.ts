import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readByIds } from '../../src/mcp/tool/scan.ts';
import { findMoneyContact } from './customer-contacts.ts';

/** Reads whom to call at each customer about money, as a row shows it. The copy holds no contacts. */
export async function readMoneyContacts(
  ctx: ToolContext,
  ids: readonly string[],
): Promise<(customerId: string) => string | null> {
  const customers = await readByIds(ctx, ctx.api.customers.filter, ids);
  return (id) => {
    const customer = customers.get(id);
    const contact = customer ? findMoneyContact(customer) : null;
    return contact === null ? null : [contact.name, contact.phone ?? 'no phone on record'].join(' ');
  };
}
