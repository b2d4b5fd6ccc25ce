import type { CarrierFacts } from '../../src/domain/carriers/carrier-facts.ts';
import { type CarrierFinding, carrierVerdict } from '../../src/domain/carriers/carrier-verdict.ts';
import type { CarrierRuleId } from '../../src/domain/carriers/carrier-rules.ts';
import { todayIn } from '../../src/domain/kit/dates.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { formatRegistryCarrier, suggestSetUp } from '../arguments/parties/registry-carriers.ts';
import type { CarrierRow } from './carrier-lookup.ts';
import { codeOf } from './carrier-rows.ts';

/** What the registry can say; everything else is asked of the carrier. */
const registryRules: ReadonlySet<CarrierRuleId> = new Set(['authority', 'authority_age', 'safety_rating']);

/** What a file of ours would hold, by the rule that asks for it. */
const missingWords: Readonly<Partial<Record<CarrierRuleId, string>>> = {
  onboarding_age: 'a carrier file, vetted and ACTIVE',
  authority: 'proof of authority',
  insurance_expired: 'an insurance certificate with its dates',
  auto_liability: 'the auto liability limit',
  cargo_liability: 'the cargo liability limit',
  payee_of_record: 'whom we pay',
};

/** The answer about a carrier that has no file here: what the registry says, and what it takes to use it. */
export function registryResult(ctx: ToolContext, row: CarrierRow, query: string) {
  const findings = findingsOf(ctx, row);
  const missing = findings.flatMap(({ rule, outcome }) => (outcome === 'pass' ? [] : (missingWords[rule] ?? [])));
  const record = recordOf(row);
  return recordResult({
    summary: `Carrier ${formatRegistryCarrier(row)} of the public registry: DO NOT USE, not on board.`,
    asOf: ctx.now(),
    lines: [
      `Missing before it can be booked: ${missing.join('; ')}`,
      ...findings
        .filter(({ rule }) => registryRules.has(rule))
        .map(({ outcome, sentence }) => `- ${outcome === 'fail' ? 'FAIL' : outcome}: ${sentence} [public registry]`),
      `Registry: ${registryParts(row).join(', ')}. Nothing else about it is known here.`,
    ],
    data: {
      record,
      verdict: { overall: 'fail', reasons: ['The carrier is not on board.'], findings, missing },
      resolved: { query: query.trim(), as: 'carrier of the public registry only' },
    },
    untrusted: ['name', 'city', 'rating', 'mcNumber', 'dotNumber'].map((member) => `/record/${member}`),
    nextActions: [suggestSetUp(row)],
  });
}

function findingsOf(ctx: ToolContext, row: CarrierRow): readonly CarrierFinding[] {
  const { findings } = carrierVerdict(factsOf(row), todayIn(ctx.timeZone, ctx.now()), ctx.policy.rules.carriers);
  return findings
    .filter(({ rule }) => rule !== 'identity')
    .map((finding) => ({ ...finding, source: registryRules.has(finding.rule) ? 'public registry' : 'no file here' }));
}

const factsOf = (row: CarrierRow): CarrierFacts => ({
  type: 'TRUCKLOAD',
  status: null,
  statusReason: null,
  operatingAbility: row.fmcsaStatus,
  inFmcsa: true,
  authoritySince: null,
  authorityMonths: row.monthsActiveAuthority,
  insuranceExpiresOn: null,
  autoLiabilityCents: null,
  cargoLiabilityCents: null,
  rating: codeOf(row.safetyRating),
  ratingDate: null,
  onboardedOn: null,
  isFactoringPreferred: null,
  paymentMethods: [],
  sharedBank: [],
  openBills: [],
  liveLoads: 0,
  changes: [],
});

const recordOf = ({ name, mcNumber, dotNumber, city, fmcsaStatus, ...row }: CarrierRow) => ({
  source: 'public registry',
  onboarding: 'not onboarded',
  name,
  mcNumber,
  dotNumber,
  city,
  authority: fmcsaStatus,
  monthsActiveAuthority: row.monthsActiveAuthority,
  rating: row.safetyRating,
  powerUnits: row.powerUnits,
  trucks: row.trucks,
  equipments: row.equipments,
});

/** What the registry gives, and nothing in place of what it does not. */
function registryParts({ city, equipments, powerUnits, trucks }: CarrierRow): readonly string[] {
  return [
    city === null ? 'no place shown' : `based in ${recordText(city, 'list')}`,
    equipments.length === 0 ? 'equipment not shown' : `runs ${equipments.join(', ')}`,
    ...(powerUnits === null ? [] : [`${powerUnits} power units`]),
    ...(trucks === null ? [] : [`${trucks} trucks`]),
  ];
}
