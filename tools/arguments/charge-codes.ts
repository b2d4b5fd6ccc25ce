import { findChargeCode } from '../../src/domain/charges/charge-words.ts';
import { isSameText } from '../../src/domain/kit/folding.ts';
import { fieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { orUnknown } from '../records/or-unknown.ts';
import { catalogCacheSeconds } from './catalog-cache.ts';
import { shownWords } from './date-words.ts';
import { amountOf, typedCents } from './typed-money.ts';
import type { ChargeCode } from '../../src/contract/types.ts';

const codesNamed = 12;

/** The catalog of charges. */
export const chargeCodes = async (ctx: ToolContext): Promise<readonly ChargeCode[]> =>
  (await ctx.api.referenceData.chargeCodes({}, { cacheSeconds: catalogCacheSeconds })).data;

/** What a code is called in the catalog; undefined where the API does not show it. */
export async function chargeNames(ctx: ToolContext): Promise<(code: unknown) => string | undefined> {
  const codes = await orUnknown(() => chargeCodes(ctx));
  return (code) => codes?.find(({ id }) => id === code)?.name;
}

/** The charge code that people call "detention", "LUMPER" or "truck ordered not used", as the API numbers it. */
export async function resolveChargeCode(ctx: ToolContext, name: string, text: string): Promise<ChargeCode> {
  const data = await chargeCodes(ctx);
  const called = findChargeCode(text) ?? text.trim();
  const found = data.find((one) => isSameText(one.code, called) || isSameText(one.name, called));
  if (found) return found;
  const accessorials = data.filter(({ id }) => id >= 20).map(({ code }) => recordText(code, 'list'));
  throw fieldError(
    'BAD_REQUEST',
    name,
    `${shownWords(text)} is no charge; write for example "detention", or one of ${accessorials.slice(0, codesNamed).join(', ')} (reference_data has all)`,
  );
}

/** "lumper 150" or "detention: $90": a charge with what it comes to. */
export async function typedCharge(
  ctx: ToolContext,
  name: string,
  text: string,
  currency: string,
): Promise<{ readonly code: ChargeCode; readonly cents: number }> {
  const [, words = '', amount = ''] = /^(\D*[a-z])[\s:,=-]*((?![\s:,=-])[^a-z\s\d]*\d.*)$/i.exec(text.trim()) ?? [];
  if (words === '' || amountOf(amount) === undefined)
    throw fieldError('BAD_REQUEST', name, `${shownWords(text)} is no charge with an amount; write "lumper 150"`);
  return { code: await resolveChargeCode(ctx, name, words), cents: typedCents(amount, name, currency) };
}
