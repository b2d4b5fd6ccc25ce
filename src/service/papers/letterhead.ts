import type { Row } from '../../store/schema.ts';
import { type ShownAddress, showAddress } from '../shared/addresses.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { PaperParty } from './pdf/blocks.ts';

/** Sender of the organization's documents and mail. */
export interface PrintedLetterhead {
  readonly issuer: PaperParty;
  readonly remitTo: PaperParty;
  readonly email: string | null;
  readonly paymentInstructions: string | null;
}

export async function readLetterhead(ctx: ServiceContext): Promise<PrintedLetterhead> {
  const row = await ctx.db
    .selectFrom('letterhead')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .executeTakeFirst();
  const name = row?.name ?? ctx.organization.name;
  const address = formatStoredAddress(row?.address ?? null);
  const remitAddress = row?.remit_address ? formatStoredAddress(row.remit_address) : address;
  return {
    issuer: { name, lines: [...address, ...formatContactLine(row)] },
    remitTo: { name: row?.remit_name ?? name, lines: remitAddress },
    email: row?.email ?? null,
    paymentInstructions: row?.payment_instructions ?? null,
  };
}

function formatContactLine(row: Row<'letterhead'> | undefined): string[] {
  const parts = [row?.phone, row?.email].filter((part) => typeof part === 'string');
  return parts.length === 0 ? [] : [parts.join(' · ')];
}

/** Formats a stored address as it is written on an envelope. */
export function formatStoredAddress(stored: string | null): string[] {
  const address = showAddress(stored);
  return address ? formatAddressLines(address) : [];
}

export function formatAddressLines(
  address: Pick<ShownAddress, 'line1' | 'line2' | 'city' | 'state' | 'zipCode' | 'country'>,
): string[] {
  const { line1, line2, city, state, zipCode, country } = address;
  const region = [state, zipCode].filter((part) => part).join(' ');
  const place = [city, region].filter((part) => part).join(', ');
  return [line1, line2, place, country].filter((line) => line !== null).filter((line) => line !== '');
}
