import type { PartialCarrierSnapshot } from '../../src/domain/carriers/carrier-snapshot.ts';
import { snapshotWithoutFile, formatVerdict, judgeCarrier } from '../../src/domain/carriers/carrier-verdict.ts';
import { toCivilDay, getToday } from '../../src/domain/kit/dates.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { toRegistryEntry } from '../carriers/carrier-check.ts';
import type { RegistryRow } from '../carriers/carrier-lookup.ts';
import { listRegistryFindings } from '../carriers/registry-carrier.ts';
import { formatOpenFinding } from '../carriers/verdict-lines.ts';
import { toAmountCents } from '../records/amounts.ts';

/** A carrier as it will be once it is set up. */
interface NewCarrier {
  readonly name: string;
  /** Its row of the public registry, if there is one. */
  readonly row: RegistryRow | undefined;
  readonly details: {
    readonly insuranceExpirationDate?: string;
    readonly insuranceAutoLiabilityLimit?: number;
    readonly insuranceCargoLiabilityLimit?: number;
  };
  /** True if the plan says how the carrier is paid. That is judged once it is on record. */
  readonly isPaid: boolean;
}

interface NewCarrierVerdict {
  readonly lines: readonly string[];
  /** Warnings from the public registry, for the person who approves. */
  readonly hits: readonly string[];
}

/** Judges a carrier that is about to be set up, by the rules that judge it before and afterwards. */
export function judgeNewCarrier(ctx: ToolContext, { name, row, details, isPaid }: NewCarrier): NewCarrierVerdict {
  const today = getToday(ctx.timeZone, ctx.askedAt);
  const expiresAt = details.insuranceExpirationDate;
  const snapshot: PartialCarrierSnapshot = {
    ...snapshotWithoutFile,
    hasFile: true,
    status: 'PENDING',
    inFmcsa: null,
    registry: row ? toRegistryEntry(row, [name], (raw) => recordText(raw, 'list')) : null,
    insuranceExpiresOn: expiresAt === undefined ? null : toCivilDay(expiresAt, ctx.timeZone),
    autoLiabilityCents: toAmountCents(details.insuranceAutoLiabilityLimit),
    cargoLiabilityCents: toAmountCents(details.insuranceCargoLiabilityLimit),
    onboardedOn: today,
    ...(isPaid && { paymentMethods: undefined, sharedBank: undefined }),
  };
  const verdict = judgeCarrier(snapshot, today, ctx.policy.rules.carriers);
  const warnings = listRegistryFindings(verdict).flatMap((finding) =>
    finding.outcome === 'fail' ? [formatOpenFinding(finding)] : [],
  );
  return {
    lines: [`Once it is set up: ${formatVerdict(verdict)}, until it is vetted and active`],
    hits: warnings,
  };
}
