import { formatMoney } from '../../src/domain/money/money.ts';
import { isSameText } from '../../src/domain/text/folding.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { toAmountCents } from '../records/amounts.ts';
import type { BillablePlace, BilledPlace } from './billable-places.ts';

/** Line of a payee's own paper. */
export interface BilledLine {
  readonly charge: string;
  readonly cents: number;
}

/** Paper of a payee, and what it is for. */
export interface BilledPaper extends BilledPlace {
  /** Lines of the paper; none where only its sum is known. */
  readonly lines: readonly BilledLine[];
}

/**
 * Compares the agreed charges with the billed ones, a line for each charge; without billed lines it lists only the
 * agreed ones.
 */
export function compareCharges(
  { charges, agreedCents, currency }: Pick<BillablePlace, 'charges' | 'agreedCents' | 'currency'>,
  billed: readonly BilledLine[],
): readonly string[] {
  const formatCents = (cents: number) => formatMoney(cents, currency);
  if (billed.length === 0) return [`Agreed: ${describeAgreed(charges, agreedCents, formatCents)}`];
  const matched = charges.map((charge) => ({ charge, lines: billed.filter((line) => isFor(charge, line)) }));
  const otherLines = billed.filter((line) => !charges.some((charge) => isFor(charge, line)));
  return [
    ...matched.map(({ charge, lines }) =>
      describeComparison(
        charge.chargeCode.name,
        { agreed: toAmountCents(charge.total), billed: sumCents(lines) },
        formatCents,
      ),
    ),
    ...otherLines.map(({ charge, cents }) =>
      describeComparison(recordText(charge, 'list'), { agreed: null, billed: cents }, formatCents),
    ),
  ];
}

type FormatCents = (cents: number) => string;
type AgreedCharge = BillablePlace['charges'][number];

function describeAgreed(
  charges: readonly AgreedCharge[],
  agreedCents: number | null,
  formatCents: FormatCents,
): string {
  if (agreedCents === null || agreedCents === 0) return 'no cost on record';
  const parts = charges.map(({ chargeCode, total }) => `${chargeCode.name} ${formatCents(toAmountCents(total))}`);
  return parts.length > 1
    ? `${parts.join(', ')}, together ${formatCents(agreedCents)}`
    : (parts[0] ?? formatCents(agreedCents));
}

const isFor = ({ chargeCode, description }: AgreedCharge, { charge }: BilledLine) =>
  [chargeCode.code, chargeCode.name, description].some((name) => isSameText(name ?? '', charge));

const sumCents = (lines: readonly BilledLine[]): number => lines.reduce((sum, { cents }) => sum + cents, 0);

interface ChargeComparison {
  readonly agreed: number | null;
  readonly billed: number;
}

function describeComparison(name: string, { agreed, billed }: ChargeComparison, formatCents: FormatCents): string {
  const difference = billed - (agreed ?? 0);
  const text = `${name}: ${agreed === null ? 'not agreed' : `agreed ${formatCents(agreed)}`}, billed ${billed === 0 ? 'nothing' : formatCents(billed)}`;
  if (difference === 0) return text;
  return `${text} (${formatCents(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'})`;
}
