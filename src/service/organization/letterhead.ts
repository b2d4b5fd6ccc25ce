import type { Queries, Tx } from '../../store/connection.ts';
import * as z from 'zod';
import { Email } from '../../contract/kit/shapes.ts';
import { readJson } from '../shared/fields.ts';

const line = z.string().trim().min(1).max(200);

const LetterheadAddress = z.strictObject({
  line1: line,
  line2: line.optional(),
  city: line,
  state: line.optional(),
  zipCode: line.optional(),
  country: line,
});

/** Letterhead of an organization's documents and mail, as a person writes it in a file. */
export const Letterhead = z.strictObject({
  name: line.optional(),
  address: LetterheadAddress.optional(),
  phone: line.optional(),
  email: Email.optional(),
  /** Remittance address, if it differs from the address. */
  remitTo: z.strictObject({ name: line.optional(), address: LetterheadAddress.optional() }).optional(),
  paymentInstructions: z.string().trim().min(1).max(1000).optional(),
});
export type Letterhead = z.output<typeof Letterhead>;

export type LetterheadAddress = z.output<typeof LetterheadAddress>;

/** Replaces the whole letterhead: what is not named is on it no more. */
export async function writeLetterhead(
  tx: Tx,
  organizationId: string,
  { name, address, phone, email, remitTo, paymentInstructions }: Letterhead,
): Promise<void> {
  const columns = {
    name: name ?? null,
    address: address ? JSON.stringify(address) : null,
    phone: phone ?? null,
    email: email ?? null,
    remit_name: remitTo?.name ?? null,
    remit_address: remitTo?.address ? JSON.stringify(remitTo.address) : null,
    payment_instructions: paymentInstructions ?? null,
  };
  await tx
    .insertInto('letterhead')
    .values({ organization_id: organizationId, ...columns })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(columns))
    .execute();
}

export async function readLetterhead(db: Queries, organizationId: string): Promise<Letterhead> {
  const row = await db
    .selectFrom('letterhead')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  const remitAddress = readJson<LetterheadAddress>(row?.remit_address ?? null) ?? undefined;
  return {
    name: row?.name ?? undefined,
    address: readJson<LetterheadAddress>(row?.address ?? null) ?? undefined,
    phone: row?.phone ?? undefined,
    email: row?.email ?? undefined,
    remitTo:
      row?.remit_name || remitAddress ? { name: row?.remit_name ?? undefined, address: remitAddress } : undefined,
    paymentInstructions: row?.payment_instructions ?? undefined,
  };
}
