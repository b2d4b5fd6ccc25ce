import { formatMoney } from '../../src/domain/money/money.ts';
import { isSameText } from '../../src/domain/kit/folding.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { centsOf } from '../records/amounts.ts';
import type { BillablePlace, BilledPlace } from './billable-places.ts';

/** A line of a payee's own paper. */
export interface BilledLine {
  readonly charge: string;
  readonly cents: number;
}

/** The paper of a payee, and what it is for. */
export interface BilledPaper extends BilledPlace {
  /** None where only its sum is known. */
  readonly lines: readonly BilledLine[];
}

/** What was agreed beside what is billed, a line for each charge; without billed lines only what was agreed. */
export function agreedBesideBilled(
  { charges, agreedCents, currency }: Pick<BillablePlace, 'charges' | 'agreedCents' | 'currency'>,
  billed: readonly BilledLine[],
): readonly string[] {
  const money = (cents: number) => formatMoney(cents, currency);
  if (billed.length === 0) return [`Agreed: ${agreedText(charges, agreedCents, money)}`];
  const matched = charges.map((charge) => ({ charge, lines: billed.filter((line) => isFor(charge, line)) }));
  const others = billed.filter((line) => !charges.some((charge) => isFor(charge, line)));
  return [
    ...matched.map(({ charge, lines }) =>
      besideText(charge.chargeCode.name, { agreed: centsOf(charge.total), billed: sumOf(lines) }, money),
    ),
    ...others.map(({ charge, cents }) =>
      besideText(recordText(charge, 'list'), { agreed: null, billed: cents }, money),
    ),
  ];
}

type Money = (cents: number) => string;
type Line = BillablePlace['charges'][number];

function agreedText(charges: readonly Line[], agreedCents: number | null, money: Money): string {
  if (agreedCents === null || agreedCents === 0) return 'no cost on record';
  const parts = charges.map(({ chargeCode, total }) => `${chargeCode.name} ${money(centsOf(total))}`);
  return parts.length > 1 ? `${parts.join(', ')}, together ${money(agreedCents)}` : (parts[0] ?? money(agreedCents));
}

const isFor = ({ chargeCode, description }: Line, { charge }: BilledLine) =>
  [chargeCode.code, chargeCode.name, description].some((name) => isSameText(name ?? '', charge));

const sumOf = (lines: readonly BilledLine[]): number => lines.reduce((sum, { cents }) => sum + cents, 0);

interface Beside {
  readonly agreed: number | null;
  readonly billed: number;
}

function besideText(name: string, { agreed, billed }: Beside, money: Money): string {
  const difference = billed - (agreed ?? 0);
  const shown = `${name}: ${agreed === null ? 'not agreed' : `agreed ${money(agreed)}`}, billed ${billed === 0 ? 'nothing' : money(billed)}`;
  if (difference === 0) return shown;
  return `${shown} (${money(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'})`;
}
