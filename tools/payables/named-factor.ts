import { hasText, isSameText } from '../../src/domain/kit/folding.ts';
import { WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { FactorRecord } from '../records/record-types.ts';

export const factorText = ({ companyName }: Pick<FactorRecord, 'companyName'>): string =>
  `factor ${recordText(companyName, 'list')}`;

/** The one of that whole name, else those that have the words in their name. */
export async function factorsNamed(ctx: ToolContext, typed: string): Promise<readonly FactorRecord[]> {
  const text = typed.replace(/^\s*factor\s+/i, '').trim();
  const { rows } = await scan(ctx, ctx.api.carrierFactors.filter, {
    filter: { companyName: { includes: text } },
    local: { companyName: ({ companyName }) => hasText(companyName, text) },
  });
  const exact = rows.filter(({ companyName }) => isSameText(companyName, text));
  return exact.length > 0 ? exact : rows;
}

/** Who is paid in place of the payee of record; without a factor the carrier itself. */
export interface OtherPayee {
  readonly factor: Pick<FactorRecord, 'id' | 'companyName'> | null;
}

export async function otherPayeeNamed(ctx: ToolContext, text: string): Promise<OtherPayee> {
  if (/^\s*(the\s+)?carrier(\s+itself)?\s*$/i.test(text)) return { factor: null };
  const factor = await ctx.settle('payTo', (context) => findFactor(context, text));
  return { factor };
}

/** Finds the only factor of that name. */
async function findFactor(ctx: ToolContext, text: string): Promise<NonNullable<OtherPayee['factor']>> {
  const found = await factorsNamed(ctx, text);
  const [factor] = found;
  if (factor && found.length === 1) return { id: factor.id, companyName: factor.companyName };
  const known = found.map(factorText).join('; ');
  const message = factor
    ? `matches ${known}: give the whole name`
    : `no factor matches ${recordText(text, 'list')}; for the carrier itself say "carrier"`;
  throw new WaybillError(factor ? 'AMBIGUOUS' : 'NOT_FOUND', `payTo: ${message}.`, {
    details: [{ field: 'payTo', message: `matches ${found.length} factors` }],
  });
}
