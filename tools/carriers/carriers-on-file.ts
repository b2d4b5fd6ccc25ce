import { fromCents } from '../../src/domain/money/money.ts';
import type { CopyNow } from '../../src/mcp/tool/copy-now.ts';
import { rowsOf } from '../copied/rows.ts';
import type { CarrierEssentials } from './carrier-check.ts';

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

/** A carrier as the copy knows it, with everything that a partial verdict needs. */
export interface CopiedCarrier extends CarrierEssentials {
  readonly id: string;
  readonly friendlyId: string;
  readonly equipments: readonly string[];
}

interface CopiedCarrierRow extends Pick<
  CarrierEssentials,
  'type' | 'status' | 'rating' | 'operatingAbility' | 'createdAt'
> {
  readonly id: string;
  readonly friendlyId: string;
  readonly equipments: string;
  readonly inFmcsa: number | null;
  readonly insuranceExpirationDate: string | null;
  readonly autoCents: number | null;
  readonly cargoCents: number | null;
}

/** Reads these carriers from the copy, the newest first; deleted ones aren't there. */
export async function readCopiedCarriers(
  copy: Pick<CopyNow, 'read'>,
  ids: readonly string[],
): Promise<readonly CopiedCarrier[]> {
  const rows = await rowsOf<CopiedCarrierRow>(
    copy.read,
    `select id, friendly_id as friendlyId, created_at as createdAt, type, status, equipments,
      operating_ability as operatingAbility, in_fmcsa as inFmcsa, rating, insurance_expires_at as insuranceExpirationDate,
      auto_liability_cents as autoCents, cargo_liability_cents as cargoCents
    from carrier where id in (select value from json_each(?)) order by created_at desc, id desc`,
    [JSON.stringify(ids)],
  );
  return rows.map(({ equipments, inFmcsa, autoCents, cargoCents, ...row }) => ({
    ...row,
    equipments: equipmentsIn(equipments),
    inFmcsa: inFmcsa === null ? null : inFmcsa === 1,
    insuranceAutoLiabilityLimit: autoCents === null ? null : fromCents(autoCents),
    insuranceCargoLiabilityLimit: cargoCents === null ? null : fromCents(cargoCents),
  }));
}
