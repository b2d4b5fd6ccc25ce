import { isAmongValues } from '../../src/copy-tables/conditions.ts';
import type { CopyRows } from '../../src/copy-tables/index.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import type { CarrierEssentials } from './carrier-check.ts';

/** A carrier as the copy knows it, as far as lists choose by it; the file of one that is shown comes from the API. */
export interface CarrierOnFile {
  readonly id: string;
  readonly equipments: readonly string[];
  readonly corporateAddress: FileAddress;
}

interface FileAddress {
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly market: string | null;
  readonly latitude: string | null;
  readonly longitude: string | null;
}

/** The columns of a carrier `c` that a `CarrierOnFile` is made of. */
export const onFileColumns = [
  'c.id',
  'c.equipments',
  'c.city',
  'c.state',
  'c.postal_code',
  'c.market',
  'c.latitude',
  'c.longitude',
] as const;

type OnFileRow = Pick<CopyRows['carrier'], 'id' | 'equipments' | 'postal_code'> & Omit<FileAddress, 'zipCode'>;

export const toCarrierOnFile = ({ id, equipments, postal_code: zipCode, ...address }: OnFileRow): CarrierOnFile => ({
  id,
  equipments: listEquipments(equipments),
  corporateAddress: {
    city: address.city,
    state: address.state,
    zipCode,
    market: address.market,
    latitude: address.latitude,
    longitude: address.longitude,
  },
});

/** Lists what a carrier runs: the copy writes the classes one behind the other. */
const listEquipments = (equipments: string): readonly string[] => (equipments === '' ? [] : equipments.split(', '));

/** Reads all of them, as the API lists them: the newest first. */
export async function readCarriersOnFile({ db }: CopiedRecords): Promise<readonly CarrierOnFile[]> {
  const rows = await db
    .selectFrom('carrier as c')
    .select(onFileColumns)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute();
  return rows.map(toCarrierOnFile);
}

/** A carrier as the copy knows it, with everything that a partial verdict needs. */
export interface CopiedCarrierFile extends CarrierEssentials {
  readonly id: string;
  readonly friendlyId: string;
  readonly equipments: readonly string[];
}

/** Reads these carriers from the copy, the newest first; deleted ones aren't there. */
export async function readCopiedCarriers(
  { db }: CopiedRecords,
  ids: readonly string[],
): Promise<readonly CopiedCarrierFile[]> {
  const rows = await db
    .selectFrom('carrier')
    .selectAll()
    .where(isAmongValues('id', ids))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    friendlyId: row.friendly_id,
    createdAt: row.created_at,
    type: row.type,
    status: row.status,
    equipments: listEquipments(row.equipments),
    operatingAbility: row.operating_ability,
    inFmcsa: row.in_fmcsa === null ? null : row.in_fmcsa === 1,
    rating: row.rating,
    insuranceExpirationDate: row.insurance_expires_at,
    insuranceAutoLiabilityLimit: toAmount(row.auto_liability_cents),
    insuranceCargoLiabilityLimit: toAmount(row.cargo_liability_cents),
  }));
}

const toAmount = (cents: number | null): number | null => (cents === null ? null : fromCents(cents));
