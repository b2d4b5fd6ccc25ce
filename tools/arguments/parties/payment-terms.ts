import { isSameText } from '../../../src/domain/text/folding.ts';
import { parsePaymentTerms } from '../../../src/domain/parties/payment-terms.ts';
import { createFieldError } from '../../../src/errors.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { scan } from '../../../src/mcp/tool/scan.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { PaymentTerm } from '../../../src/contract/types.ts';

type MatchedTerm = Pick<PaymentTerm, 'id' | 'name' | 'days' | 'quickPayFee'>;

const termsShown = 12;

/** Resolves words such as "NET30", "net 30 days" or "2/10 net 30" to a payment term; unclear ones are asked about. */
export async function resolvePaymentTerm(ctx: ToolContext, text: string): Promise<PaymentTerm> {
  const { rows } = await scan(ctx, ctx.api.paymentTerms.filter, { filter: {} });
  const usable = rows.filter(({ doNotUse }) => doNotUse !== true);
  const matches = matchTerms(usable, text.trim());
  const [match, ...otherMatches] = matches;
  if (match && otherMatches.length === 0) return match;
  const list = (terms: readonly MatchedTerm[]) =>
    terms
      .slice(0, termsShown)
      .map(({ name }) => recordText(name, 'list'))
      .join(', ');
  const quotedText = recordText(text, 'list');
  throw createFieldError(
    'BAD_REQUEST',
    'terms',
    match === undefined
      ? `no payment terms are called ${quotedText}; there are ${list(usable) || 'none'}`
      : `${quotedText} can mean ${list(matches)}; write one of them`,
  );
}

/**
 * Matches terms by their id or name, else by the days and discount that their name states, else by their days alone.
 */
export function matchTerms<Row extends MatchedTerm>(terms: readonly Row[], text: string): readonly Row[] {
  const exactTerms = terms.filter(({ id, name }) => id === text || isSameText(name, text));
  const typed = parsePaymentTerms(text);
  if (exactTerms.length > 0 || typed === undefined) return exactTerms;
  const stated = terms.filter(({ name }) => {
    const terms = parsePaymentTerms(name);
    return (
      terms !== undefined &&
      terms.days === typed.days &&
      terms.discount?.percent === typed.discount?.percent &&
      terms.discount?.days === typed.discount?.days
    );
  });
  if (stated.length > 0 || typed.discount !== undefined) return stated;
  return terms.filter(({ name, days, quickPayFee }) => {
    const isPlain = (quickPayFee ?? 0) === 0 && parsePaymentTerms(name)?.discount === undefined;
    return isPlain && days === typed.days;
  });
}
