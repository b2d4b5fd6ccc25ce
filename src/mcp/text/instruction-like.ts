import { LRUCache } from 'lru-cache';
import { toNormalForm } from '../../domain/text/normal-form.ts';
import { addressPatterns, sentencePatterns } from './order-patterns.ts';

/** Reasons why a piece of record text is marked. */
export type FlagReason = 'stripped' | 'instruction_like' | 'unchecked' | 'truncated';

/**
 * Most characters of one answer that are checked for orders. It limits what an answer costs, however many texts the
 * records hold and however long they are.
 */
export const checkedMax = 100_000;

/** Texts that have a pattern compiled: at its first use, better at its second one, and for other scripts apart. */
const sampleTexts = ['Acme', 'Acme', '你', '你'];

/**
 * Compiles the patterns, each in a turn of the event loop of its own: at once, with the first text that an answer checks,
 * that would keep all other callers of a server waiting for a quarter of a second.
 */
export async function prepareOrderChecks(): Promise<void> {
  for (const pattern of [...addressPatterns, ...sentencePatterns])
    for (const text of sampleTexts) {
      pattern.exec(text);
      await new Promise((resolve) => setImmediate(resolve));
    }
}

interface CheckedOrder {
  /** The text from its first words on that sound like an order to a model or redirect money; null without any. */
  readonly order: string | null;
  /** False where the budget ended before the text. */
  readonly isWhole: boolean;
}

/** Checks the texts of one answer until they add up to `checkedMax` characters. A repeated text counts once. */
export interface OrderCheck {
  readonly findOrder: (text: string) => string | null;
  /** Returns why a text is marked, or null. Unchecked text is not ordinary text either, so it has its own reason. */
  readonly judge: (text: string) => 'instruction_like' | 'unchecked' | null;
}

/**
 * Starts a check with a budget of its own. A hit marks a text as suspicious and changes nothing else: text from records
 * never becomes an instruction, a recipient, a payee or an amount, marked or not.
 */
export function createOrderCheck(): OrderCheck {
  const checked = new Map<string, CheckedOrder>();
  let remainingLength = checkedMax;

  function check(text: string): CheckedOrder {
    const earlier = checked.get(text);
    if (earlier !== undefined) return earlier;
    // Some characters become several in plain form, so the form is measured too.
    const plain = toPlainText(text.slice(0, remainingLength));
    const scanned = plain.slice(0, remainingLength);
    const result = {
      order: findOrder(scanned),
      isWhole: text.length <= remainingLength && plain.length <= remainingLength,
    };
    remainingLength -= Math.max(scanned.length, Math.min(text.length, remainingLength));
    checked.set(text, result);
    return result;
  }

  return {
    findOrder: (text) => check(text).order,
    judge(text) {
      const { order, isWhole } = check(text);
      if (order !== null) return 'instruction_like';
      return isWhole ? null : 'unchecked';
    },
  };
}

/** Converts wide, bold and circled letters to plain ones, and each gap to one line break or one space. */
const toPlainText = (text: string): string =>
  toNormalForm(text, 'NFKC')
    .replaceAll('’', "'")
    .replace(/\s+/g, (gap) => (/[\n\r\u2028\u2029]/.test(gap) ? '\n' : ' '));

/** Results of short texts: names and notes of a brokerage are in answer after answer. */
const judgedOrders = new LRUCache<string, { readonly order: string | null }>({ max: 2000 });
const rememberedMax = 500;

function findOrder(plain: string): string | null {
  if (plain.length > rememberedMax) return searchOrder(plain);
  const verdict = judgedOrders.get(plain) ?? { order: searchOrder(plain) };
  judgedOrders.set(plain, verdict);
  return verdict.order;
}

function searchOrder(plain: string): string | null {
  return findFirst(plain, addressPatterns) ?? findFirst(plain.replaceAll('\n', ' '), sentencePatterns);
}

function findFirst(text: string, patterns: readonly RegExp[]): string | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return text.slice(match.index);
  }
  return null;
}
