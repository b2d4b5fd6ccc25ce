import { hasText, isSameText } from '../../src/domain/text/folding.ts';
import { WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { FactorRecord } from '../records/record-types.ts';

export const formatFactor = ({ companyName }: Pick<FactorRecord, 'companyName'>): string =>
  `factor ${recordText(companyName, 'list')}`;

/** Finds the factor with exactly that name, or else those whose name contains the text. */
export async function findFactors(ctx: ToolContext, typed: string): Promise<readonly FactorRecord[]> {
  const text = typed.replace(/^\s*factor\s+/i, '').trim();
  const { rows } = await scan(ctx, ctx.api.carrierFactors.filter, {
    filter: { companyName: { includes: text } },
    local: { companyName: ({ companyName }) => hasText(companyName, text) },
  });
  const exact = rows.filter(({ companyName }) => isSameText(companyName, text));
  return exact.length > 0 ? exact : rows;
}

/** The factor that is paid instead of the payee of record; null if the carrier itself is paid. */
export interface OtherPayee {
  readonly factor: Pick<FactorRecord, 'id' | 'companyName'> | null;
}

export async function findOtherPayee(ctx: ToolContext, text: string): Promise<OtherPayee> {
  if (/^\s*(the\s+)?carrier(\s+itself)?\s*$/i.test(text)) return { factor: null };
  const factor = await ctx.settle('payTo', (context) => findFactor(context, text));
  return { factor };
}

/** Finds the only factor of that name. */
async function findFactor(ctx: ToolContext, text: string): Promise<NonNullable<OtherPayee['factor']>> {
  const matches = await findFactors(ctx, text);
  const [factor] = matches;
  if (factor && matches.length === 1) return { id: factor.id, companyName: factor.companyName };
  const factorTexts = matches.map(formatFactor).join('; ');
  const message = factor
    ? `matches ${factorTexts}: give the whole name`
    : `no factor matches ${recordText(text, 'list')}; for the carrier itself say "carrier"`;
  throw new WaybillError(factor ? 'AMBIGUOUS' : 'NOT_FOUND', `payTo: ${message}.`, {
    details: [{ field: 'payTo', message: `matches ${matches.length} factors` }],
  });
}
