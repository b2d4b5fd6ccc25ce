import { findChargeCode } from '../../src/domain/charges/charge-words.ts';
import { isSameText } from '../../src/domain/text/folding.ts';
import { createFieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { readOrUnknown } from '../records/or-unknown.ts';
import { catalogCacheSeconds } from './catalog-cache.ts';
import { quoteWords } from './date-words.ts';
import { parseAmount, parseCents } from './money-input.ts';
import type { ChargeCode } from '../../src/contract/types.ts';

const codesNamed = 12;

/** Reads the catalog of charges. */
export const readChargeCodes = async (ctx: ToolContext): Promise<readonly ChargeCode[]> =>
  (await ctx.api.referenceData.chargeCodes({}, { cacheSeconds: catalogCacheSeconds })).data;

/** Reads the names that the catalog gives to charge codes; undefined where the API does not show a code. */
export async function readCodeNames(ctx: ToolContext): Promise<(code: unknown) => string | undefined> {
  const codes = await readOrUnknown(() => readChargeCodes(ctx));
  return (code) => codes?.find(({ id }) => id === code)?.name;
}

/** Finds the charge code that people call "detention", "LUMPER" or "truck ordered not used", as the API numbers it. */
export async function resolveChargeCode(ctx: ToolContext, name: string, text: string): Promise<ChargeCode> {
  const data = await readChargeCodes(ctx);
  const called = findChargeCode(text) ?? text.trim();
  const match = data.find((entry) => isSameText(entry.code, called) || isSameText(entry.name, called));
  if (match) return match;
  const accessorials = data.filter(({ id }) => id >= 20).map(({ code }) => recordText(code, 'list'));
  throw createFieldError(
    'BAD_REQUEST',
    name,
    `${quoteWords(text)} is no charge; write for example "detention", or one of ${accessorials.slice(0, codesNamed).join(', ')} (reference_data has all)`,
  );
}

/** Parses a charge with its amount, such as "lumper 150" or "detention: $90". */
export async function parseCharge(
  ctx: ToolContext,
  name: string,
  text: string,
  currency: string,
): Promise<{ readonly code: ChargeCode; readonly cents: number }> {
  const [, words = '', amount = ''] = /^(\D*[a-z])[\s:,=-]*((?![\s:,=-])[^a-z\s\d]*\d.*)$/i.exec(text.trim()) ?? [];
  if (words === '' || parseAmount(amount) === undefined)
    throw createFieldError('BAD_REQUEST', name, `${quoteWords(text)} is no charge with an amount; write "lumper 150"`);
  return { code: await resolveChargeCode(ctx, name, words), cents: parseCents(amount, name, currency) };
}
