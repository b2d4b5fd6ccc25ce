import { mapTexts, maskAccounts } from '../text/mask-accounts.ts';
import { createOrderCheck, type OrderCheck } from '../text/instruction-like.ts';
import type { Log } from '../../log.ts';
import { type Flag, joinUnchecked, listPointedTexts, generalizePointers } from '../text/untrusted-text.ts';
import { type ToolResult, writeResultShape } from '../results/result.ts';
import { stripInvisible } from '../text/invisible.ts';
import { extractQuotedTexts } from '../text/text.ts';
import { formatWarnings } from '../text/warnings.ts';
import type { Tool } from '../tool/tool.ts';

const strip = (text: string) => stripInvisible(text).text;

/** Checks a result before it leaves: only declared members, no invisible characters, and record text marked as such. */
export function checkResult(tool: Tool, result: ToolResult, log: Log): ToolResult {
  const parsed = tool.result.safeParse(result.data);
  if (!parsed.success) {
    log('error', 'A result does not fit its declared shape.', { tool: tool.name, issues: parsed.error.issues });
    // A write happened whatever its result looks like; a reading tool's answer cannot be trusted.
    if (!tool.isWrite) throw new Error(`the result of ${tool.name} does not fit its declared shape`);
  }
  return tidyResult({ ...result, data: parsed.success ? parsed.data : pickValidMembers(result.data) });
}

/**
 * Cleans any answer, errors included: no invisible characters, account numbers as their last four digits, and quoted
 * record text marked as such.
 */
export function tidyResult(result: ToolResult): ToolResult {
  // Strings are replaced by strings and nothing else changes.
  const check = createOrderCheck();
  const data = withQuotesNamed(mapTexts(maskAccounts(result.data), strip) as object, check);
  const texts = [strip(result.text), formatWarnings(data, check)].filter((part) => part !== '');
  return { ...result, text: texts.join('\n\n'), data };
}

interface Markable {
  readonly untrusted?: readonly string[];
  readonly flags?: readonly Flag[];
}

/** Sentences that quote record text, such as a summary or the line of a plan, are named beside the plain fields. */
function withQuotesNamed(data: Markable, check: OrderCheck): object {
  const { untrusted = [], flags = [] } = data;
  const namedPointers = new Set(untrusted);
  const isNamed = (pointer: string) => generalizePointers([pointer]).some((every) => namedPointers.has(every));
  const quoting = [...listPointedTexts(data)].filter(({ pointer, text }) => text.includes('«') && !isNamed(pointer));
  if (quoting.length === 0) return data;
  // Our own words around a quote may name banks and approvals.
  const more = quoting.flatMap(({ pointer, text }): Flag[] => {
    const verdicts = extractQuotedTexts(text).map(check.judge);
    const reason = (['instruction_like', 'unchecked'] as const).find((verdict) => verdicts.includes(verdict));
    return reason === undefined ? [] : [{ pointer, reason }];
  });
  return {
    ...data,
    untrusted: [...untrusted, ...generalizePointers(quoting.map(({ pointer }) => pointer))],
    ...(flags.length + more.length > 0 && { flags: joinUnchecked([...flags, ...more]) }),
  };
}

function pickValidMembers(data: object): object {
  const validMembers = Object.entries(data).filter(([name, value]) => {
    const schema = Object.entries(writeResultShape).find(([key]) => key === name)?.[1];
    return schema?.safeParse(value).success === true;
  });
  return Object.fromEntries(validMembers);
}
