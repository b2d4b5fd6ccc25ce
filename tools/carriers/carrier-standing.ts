import type { CarrierFacts, PayToFacts } from '../../src/domain/carriers/carrier-facts.ts';
import { type CarrierVerdict, carrierVerdict } from '../../src/domain/carriers/carrier-verdict.ts';
import { civilDay, todayIn } from '../../src/domain/kit/dates.ts';
import type { CarrierType } from '../../src/domain/parties/party-codes.ts';
import type { CopyNow } from '../../src/mcp/tool/copy-now.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { rowsOf } from '../copied/rows.ts';
import { equipmentsIn } from './carriers-on-file.ts';

/** What the copy says for or against using a carrier. */
export interface CarrierStanding {
  readonly id: string;
  readonly friendlyId: string;
  readonly status: string;
  readonly equipments: readonly string[];
  /** Civil date. */
  readonly insuranceEndsOn: string | null;
  /** `fail` is what the file says as well; anything else may be worse there, for how the carrier is paid is not copied. */
  readonly overall: CarrierVerdict['overall'];
}

interface Row {
  readonly id: string;
  readonly friendlyId: string;
  readonly createdAt: string;
  readonly type: CarrierType;
  readonly status: string;
  readonly equipments: string;
  readonly operatingAbility: string | null;
  readonly inFmcsa: number | null;
  readonly rating: string | null;
  readonly insuranceExpiresAt: string | null;
  readonly autoCents: number | null;
  readonly cargoCents: number | null;
}

/** The newest first, as the API lists them; deleted carriers have none. */
export async function carrierStandings(
  { timeZone, askedAt, policy }: Pick<ToolContext, 'timeZone' | 'askedAt' | 'policy'>,
  copy: Pick<CopyNow, 'read'>,
  ids: readonly string[],
): Promise<readonly CarrierStanding[]> {
  const rows = await rowsOf<Row>(
    copy.read,
    `select id, friendly_id as friendlyId, created_at as createdAt, type, status, equipments,
      operating_ability as operatingAbility, in_fmcsa as inFmcsa, rating, insurance_expires_at as insuranceExpiresAt,
      auto_liability_cents as autoCents, cargo_liability_cents as cargoCents
    from carrier where id in (select value from json_each(?)) order by created_at desc, id desc`,
    [JSON.stringify(ids)],
  );
  const today = todayIn(timeZone, askedAt);
  return rows.map((row) => {
    const facts = factsOf(row, timeZone);
    return {
      id: row.id,
      friendlyId: row.friendlyId,
      status: row.status,
      equipments: equipmentsIn(row.equipments),
      insuranceEndsOn: facts.insuranceExpiresOn,
      overall: carrierVerdict(facts, today, policy.rules.carriers).overall,
    };
  });
}

/** Nothing speaks against it. */
const soundPayment: PayToFacts = {
  status: 'ACTIVE',
  isPreferred: true,
  recipient: 'DIRECT',
  factorName: null,
  companyName: null,
  changedOn: '1970-01-01',
};

const factsOf = (row: Row, timeZone: string): CarrierFacts => ({
  type: row.type,
  status: row.status,
  statusReason: null,
  operatingAbility: row.operatingAbility,
  inFmcsa: row.inFmcsa === null ? null : row.inFmcsa === 1,
  authoritySince: null,
  insuranceExpiresOn: row.insuranceExpiresAt === null ? null : civilDay(row.insuranceExpiresAt, timeZone),
  autoLiabilityCents: row.autoCents,
  cargoLiabilityCents: row.cargoCents,
  rating: row.rating,
  ratingDate: null,
  onboardedOn: todayIn(timeZone, row.createdAt),
  isFactoringPreferred: null,
  paymentMethods: [soundPayment],
  sharedBank: [],
  openBills: [],
  liveLoads: 0,
  changes: [],
});
