import { WaybillError } from '../../errors.ts';

/** Parties that have a number of their own, by their tables of the copy: a desk has some thousands of them. */
const numberedParties = ['customer', 'carrier', 'vendor'] as const;
type NumberedParty = (typeof numberedParties)[number];

/** Tells if records of this kind are parties whose numbers the copy holds. */
export const isNumberedParty = (resource: string): resource is NumberedParty =>
  numberedParties.some((party) => party === resource);

/** The copy as far as a party is looked up in it. */
interface CopiedParties {
  read(query: string, parameters: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/**
 * Finds the id of the party that has a number, as far as the copy holds it already: nothing is brought up to date, and
 * nothing waited for. A number never changes its owner, so the record with this id is still to be read.
 */
export async function findNumberedId(
  { copy }: { readonly copy: () => Promise<CopiedParties> },
  party: NumberedParty,
  friendlyId: string,
): Promise<string | undefined> {
  try {
    const records = await copy();
    const [row, ...others] = await records.read(`select id as "id" from ${party} where friendly_id = ?`, [friendlyId]);
    const id = others.length === 0 ? row?.['id'] : undefined;
    return typeof id === 'string' ? id : undefined;
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'CANCELLED') throw error;
    // The API knows it too, so a fault of the copy fails no plan.
    return undefined;
  }
}
