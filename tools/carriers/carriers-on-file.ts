import type { CopyNow } from '../../src/mcp/tool/copy-now.ts';
import { rowsOf } from '../copied/rows.ts';

/** A carrier as the copy knows it, as far as lists choose by it; the file of one that is shown comes from the API. */
export interface CarrierOnFile {
  readonly id: string;
  readonly equipments: readonly string[];
  readonly corporateAddress: Address;
}

interface Address {
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly market: string | null;
  readonly latitude: string | null;
  readonly longitude: string | null;
}

export interface CarrierOnFileRow extends Address {
  readonly id: string;
  readonly equipments: string;
}

/** What a query selects of the table of carriers that it calls so. */
export const onFileColumns = (carrier: string): string =>
  ['id', 'equipments', 'city', 'state', 'postal_code as zipCode', 'market', 'latitude', 'longitude']
    .map((column) => `${carrier}.${column}`)
    .join(', ');

export const carrierOnFile = ({ id, equipments, ...corporateAddress }: CarrierOnFileRow): CarrierOnFile => ({
  id,
  equipments: equipmentsIn(equipments),
  corporateAddress,
});

/** The copy writes them one behind the other. */
export const equipmentsIn = (equipments: string): readonly string[] =>
  equipments === '' ? [] : equipments.split(', ');

/** All of them, as the API lists them: the newest first. */
export async function carriersOnFile(copy: Pick<CopyNow, 'read'>): Promise<readonly CarrierOnFile[]> {
  const rows = await rowsOf<CarrierOnFileRow>(
    copy.read,
    `select ${onFileColumns('carrier')} from carrier order by carrier.created_at desc, carrier.id desc`,
  );
  return rows.map(carrierOnFile);
}
