import {
  type CarrierFinding,
  type CarrierVerdict,
  snapshotWithoutFile,
  formatVerdict,
  judgeCarrier,
} from '../../src/domain/carriers/carrier-verdict.ts';
import type { CarrierRequirements } from '../../src/domain/kit/desk-rules.ts';
import type { CarrierRuleId } from '../../src/domain/carriers/carrier-rules.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { formatRegistryCarrier, suggestSetUp } from '../arguments/parties/registry-carriers.ts';
import { describeOutcome } from './verdict-lines.ts';
import { toRegistryEntry, toVerdictData, listUntrustedFindings } from './carrier-check.ts';
import type { RegistryRow } from './carrier-lookup.ts';

/** Rules that the registry answers. The carrier has to answer all others. */
const registryRules: ReadonlySet<CarrierRuleId> = new Set([
  'authority',
  'authority_age',
  'legal_name',
  'safety_rating',
]);

/** Names of the fields that an onboarded carrier's file holds, by the rule that needs them. */
const missingWords: Readonly<Partial<Record<CarrierRuleId, string>>> = {
  onboarding_age: 'a carrier file, vetted and active',
  authority: 'proof of authority',
  insurance_expired: 'an insurance certificate with its dates',
  auto_liability: 'the auto liability limit',
  cargo_liability: 'the cargo liability limit',
  payee_of_record: 'a payee: its bank account or its factor',
};

/** Lists what the public registry says against or for a carrier. */
export const listRegistryFindings = ({ findings }: Pick<CarrierVerdict, 'findings'>): readonly CarrierFinding[] =>
  findings.filter(({ rule }) => registryRules.has(rule));

export interface RegistryOptions {
  /** Civil date at the desk. */
  readonly today: string;
  readonly requirements: CarrierRequirements;
}

/** Judges a carrier without a file by the rules for every carrier: what a file would hold is unknown. */
export const judgeRegistryCarrier = (row: RegistryRow, { today, requirements }: RegistryOptions): CarrierVerdict =>
  judgeCarrier({ ...snapshotWithoutFile, registry: toRegistryEntry(row, [row.name]) }, today, requirements);

/** Lists what a carrier's file has to hold before the carrier can be booked, as far as it doesn't yet. */
export const listMissing = ({ findings }: Pick<CarrierVerdict, 'findings'>): readonly string[] =>
  findings.flatMap(({ rule, outcome }) => (outcome === 'pass' ? [] : (missingWords[rule] ?? [])));

/** Builds the answer about a carrier that is not onboarded: its registry data, and what it takes to use it. */
export function buildRegistryResult(ctx: ToolContext, row: RegistryRow, query: string) {
  const today = getToday(ctx.timeZone, ctx.now());
  const verdict = judgeRegistryCarrier(row, { today, requirements: ctx.policy.rules.carriers });
  const missing = listMissing(verdict);
  const findings = verdict.findings.map((finding) => ({
    ...finding,
    source: registryRules.has(finding.rule) ? 'public registry' : 'no file here',
  }));
  return recordResult({
    summary: `Carrier ${formatRegistryCarrier(row)} of the public registry: ${formatVerdict(verdict)}, not set up here.`,
    asOf: ctx.now(),
    lines: [
      `Missing before it can be booked: ${missing.join('; ')}`,
      ...findings
        .filter(({ rule, outcome }) => registryRules.has(rule) && (rule !== 'legal_name' || outcome !== 'pass'))
        .map((finding) => `- ${describeOutcome(finding)}: ${finding.sentence} [public registry]`),
      `Registry: ${formatRegistryParts(row).join(', ')}. That is all we have on it.`,
    ],
    data: {
      record: toRegistryRecord(row),
      verdict: { ...toVerdictData(verdict), findings, missing },
      resolved: { query: query.trim(), as: 'carrier of the public registry only' },
    },
    untrusted: [
      ...['name', 'city', 'rating', 'mcNumber', 'dotNumber'].map((member) => `/record/${member}`),
      ...listUntrustedFindings(verdict, '/verdict'),
    ],
    nextActions: [suggestSetUp(row)],
  });
}

const toRegistryRecord = ({ name, mcNumber, dotNumber, city, fmcsaStatus, ...row }: RegistryRow) => ({
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

/** Formats the fields that the registry has, without placeholders for missing ones. */
function formatRegistryParts({ city, equipments, powerUnits, trucks }: RegistryRow): readonly string[] {
  return [
    city === null ? 'no place shown' : `based in ${recordText(city, 'list')}`,
    equipments.length === 0 ? 'equipment not shown' : `runs ${equipments.map(formatCode).join(', ')}`,
    ...(powerUnits === null ? [] : [`${powerUnits} power units`]),
    ...(trucks === null ? [] : [`${trucks} trucks`]),
  ];
}
