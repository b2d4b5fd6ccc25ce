import * as z from 'zod';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { carrierRuleTitles } from '../../src/domain/carriers/carrier-rules.ts';
import { type CarrierVerdict, formatVerdict } from '../../src/domain/carriers/carrier-verdict.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { fromCents, sumByCurrency } from '../../src/domain/money/money.ts';
import { formatWireAmount } from '../records/amounts.ts';
import { formatStatus } from '../records/record-names.ts';
import {
  carrierCheckOperations,
  type CarrierReading,
  checkCarrier,
  readWholeCarrier,
  recordChangeText,
  toVerdictData,
  listUntrustedFindings,
} from './carrier-check.ts';
import { type CarrierExposure, carrierExposureOperations, readExposure, formatExposure } from './carrier-exposure.ts';
import type { RegistryRow } from './carrier-lookup.ts';
import { findRegistryCarriers } from '../arguments/parties/registry-carriers.ts';
import { describeOutcome } from './verdict-lines.ts';
import { buildRegistryResult } from './registry-carrier.ts';
import { buildCarrierProfile, type CarrierProfile, listUntrustedFields } from './carrier-profile.ts';
import { carrierFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve, type Resolution } from '../arguments/finders/resolve.ts';

export const getCarrier = tool({
  name: 'get_carrier',
  title: 'Carrier profile and verdict',
  description: `May we use this carrier, and why not: per rule pass, fail or unknown with value, date and source (authority, insurance,
rating, status, payee of record, bank account shared with others), then open bills, live loads and the profile.
By name, MC, DOT, SCAC or id; of the public registry too. Reasons are for the desk, never for the carrier. To look for carriers use find_carriers.`,
  toolset: 'desk',
  gate: 'none',
  operations: ['carriers.get', 'carriers.filter', ...carrierCheckOperations, ...carrierExposureOperations],
  input: z.strictObject({ carrier: RecordText }),
  output: z.object({
    record: z.record(z.string(), z.unknown()),
    verdict: z.record(z.string(), z.unknown()),
    exposure: z.record(z.string(), z.unknown()),
    resolved: z.object({ query: z.string(), as: z.string() }),
  }),
  async read(ctx, { carrier: text }) {
    const match = await findCarrier(ctx, text);
    if ('row' in match) return buildRegistryResult(ctx, match.row, text);
    const { record: carrier, resolved } = match;
    const today = getToday(ctx.timeZone, ctx.now());
    const [reading, exposure] = await Promise.all([
      readWholeCarrier(ctx, carrier, today),
      readExposure(ctx, carrier.id),
    ]);
    const verdict = checkCarrier(reading, { isQuoted: false });
    const record = buildCarrierProfile(carrier, ctx.timeZone);
    return recordResult({
      summary: formatSummary(record, verdict),
      asOf: ctx.now(),
      lines: formatLines(reading, exposure, record),
      data: { record, verdict: toVerdictData(verdict), exposure: toExposureData(exposure), resolved },
      untrusted: [...listUntrustedFields('/record'), ...listUntrustedFindings(verdict, '/verdict')],
    });
  },
});

type FileOrRegistryRow = Resolution<CarrierReading['carrier']> | { readonly row: RegistryRow };

/** Finds the file of a carrier or, if there is none, its row of the public registry. */
async function findCarrier(ctx: ToolContext, text: string): Promise<FileOrRegistryRow> {
  try {
    return await resolve(ctx, carrierFinder, text);
  } catch (error) {
    if (!(error instanceof WaybillError) || error.code !== 'NOT_FOUND') throw error;
    const [row, ...otherRows] = await findRegistryCarriers(ctx, text);
    if (row !== undefined && otherRows.length === 0) return { row };
    if (row !== undefined) throw error;
    throw withNextActions(error, [
      { tool: 'find_carriers', arguments: { query: text }, why: 'also searches the public registry' },
    ]);
  }
}

function formatSummary({ friendlyId }: CarrierProfile, verdict: CarrierVerdict): string {
  const { reasons, findings } = verdict;
  const count = (outcome: string) => findings.filter((finding) => finding.outcome === outcome).length;
  const why = reasons.length === 0 ? '' : ` for ${reasons.length} ${reasons.length === 1 ? 'reason' : 'reasons'}`;
  return `Carrier ${friendlyId}: ${formatVerdict(verdict)}${why} (${count('pass')} rules passed, ${count('fail')} failed, ${count('unknown')} unknown).`;
}

function formatLines(reading: CarrierReading, exposure: CarrierExposure, profile: CarrierProfile): readonly string[] {
  return [
    `Name: ${recordText(profile.name, 'list')}, ${formatNumbers(profile)}`,
    `Exposure: ${formatExposure(exposure)}`,
    ...formatFindings(checkCarrier(reading, { isQuoted: true })),
    `FAIL: a rule fails. CAUTION: a rule says caution, a value changed in the last ${reading.requirements.changedDays} days, or authority, insurance, status or payee is not known.`,
    ...(recordChangeText(reading) === null ? [] : [String(recordChangeText(reading))]),
    ...formatProfile(profile),
  ];
}

/** Describes where the value of a finding comes from, which the data names as the API does. */
function describeSource(source: string): string {
  if (source === 'carrier.paymentMethods') return 'payment methods';
  return source.startsWith('carrier.') ? 'carrier file' : source;
}

const order = { fail: 0, unknown: 1, pass: 2 } as const;

/** Formats the finding of each rule, failures first. */
function formatFindings({ findings }: CarrierVerdict): readonly string[] {
  return findings
    .toSorted((first, second) => order[first.outcome] - order[second.outcome])
    .map(
      ({ outcome, severity, rule, sentence, source }) =>
        `- ${describeOutcome({ outcome, severity })}, ${carrierRuleTitles[rule]}: ${sentence} [${describeSource(source)}]`,
    );
}

function formatNumbers({ type, status, mcNumber, dotNumber, scac }: CarrierProfile): string {
  const numbers = [formatNumber('MC', mcNumber), formatNumber('DOT', dotNumber), formatNumber('SCAC', scac)];
  return [formatCode(type), ...numbers, status === null ? '' : formatStatus(status)].filter(Boolean).join(', ');
}

/**
 * Formats a registry number. Plain numbers and codes are printed as they are; anything else is marked as record text.
 */
function formatNumber(label: string, value: string | null): string {
  if (value === null) return '';
  const digits = value.replace(/^(?:MC|US ?DOT|DOT)[ #-]*/i, '');
  return `${label} ${/^(?:\d{1,8}|[A-Z]{2,4})$/.test(digits) ? digits : recordText(value, 'list')}`;
}

function formatProfile(profile: CarrierProfile): readonly string[] {
  const { insurance, payTo, contacts, place, equipments, trucks } = profile;
  return [
    `Based in ${place === null ? 'an unknown place' : recordText(place, 'list')}; runs ${equipments.map(formatCode).join(', ') || 'unknown equipment'}${trucks === null ? '' : `, ${trucks} ${trucks === 1 ? 'truck' : 'trucks'}`}; onboarded ${formatDate(profile.onboardedOn)}`,
    ...(insurance
      ? [
          `Insurance: ${insurance.expiresOn === null ? 'expiry unknown' : `until ${formatDate(insurance.expiresOn)}`}, auto ${formatWireAmount(insurance.auto, 'USD')}, cargo ${formatWireAmount(insurance.cargo, 'USD')}`,
        ]
      : []),
    ...payTo.map(({ recipient, name, account, isPreferred, status, changedOn }) => {
      const payee = name === null ? '' : ` ${recordText(name, 'list')}`;
      const flags = [
        isPreferred ? 'preferred' : '',
        status === null ? '' : formatStatus(status),
        account ?? 'no account shown',
      ]
        .filter(Boolean)
        .join(', ');
      return `Pay to: ${recipientWords[recipient] ?? formatStatus(recipient)}${payee} (${flags}), last changed ${formatDate(changedOn)}`;
    }),
    ...contacts.map(
      ({ name, phone, email }) =>
        `Contact: ${[name, phone, email]
          .filter((part) => part !== null)
          .map((part) => recordText(part, 'list'))
          .join(' ')}`,
    ),
    ...(profile.notes === null ? [] : [`Notes: ${recordText(profile.notes)}`]),
  ];
}

/** Names of the parties that a carrier's money can go to. */
const recipientWords: Readonly<Record<string, string>> = { DIRECT: 'the carrier', FACTOR: 'factor' };

function toExposureData({ liveLoads, openBills }: CarrierExposure) {
  return {
    liveLoads: liveLoads?.length ?? null,
    loads: liveLoads?.slice(0, 5) ?? null,
    openBills:
      openBills === undefined
        ? null
        : sumByCurrency(openBills).map(({ currency, count, amountCents }) => ({
            currency,
            count,
            amount: fromCents(amountCents),
          })),
  };
}
