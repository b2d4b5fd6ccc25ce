import * as z from 'zod';
import type { Gate } from '../../contract/kit/gate.ts';
import type { MoneyKind } from '../../domain/limits/money-kinds.ts';
import {
  getBuiltInValue,
  type Limit,
  type LimitValue,
  type NumberLimit,
  toLimitValue,
  toStatedNumber,
} from '../../domain/kit/desk-rules.ts';
import { formatMoney, formatPercent } from '../../domain/money/money.ts';

/** Name in `approvers` and `hours` that means anything. */
export const everything = '*';

/** Names that the policy may use: each tool and operation with its usual gate. */
export interface Gated {
  readonly tools: ReadonlyMap<string, Gate>;
  readonly operations: ReadonlyMap<string, Gate>;
  /** The tools of each toolset that can be turned off as a whole. */
  readonly toolsets: ReadonlyMap<string, readonly string[]>;
  /** Kind of money by tool, for tools that move only one kind. */
  readonly moves: ReadonlyMap<string, MoneyKind>;
}

/** The names that a policy file may use. */
export interface PolicyNames {
  readonly gated: Gated;
  /** Finds the kind of money that a tool or operation moves. */
  readonly findKind: (name: string) => MoneyKind | undefined;
}

/** Section of the documentation that explains a member of the policy file. */
export type PolicySection = 'yes' | 'people' | 'permissions' | 'rules';

/** One member of the policy file: everything that reads, checks, compares, prints or documents the policy goes by it. */
export interface PolicyEntry<Value = unknown, Schema extends z.ZodType = z.ZodType> {
  /** Place in the policy file, as in `rules.insurance.soonDays`. */
  readonly name: string;
  readonly section: PolicySection;
  /** A few words, as `waybill policy show` prints them. */
  readonly meaning: string;
  /** Markdown for the documentation. */
  readonly explanation: string;
  /** Markdown for the value without a policy file. */
  readonly builtInText: string;
  /** Values that let more pass than the built-in one, in words; null where none does. */
  readonly looserText: string | null;
  readonly schema: Schema;
  readonly builtIn: Value;
  /** Converts what the file states. */
  toValue(stated: z.output<Schema>, names: PolicyNames): Value;
  /** Computes the value that follows from the rest of the file, where the file doesn't state it. */
  deriveValue?(readStated: (name: string) => unknown): Value | undefined;
  /** Formats the value: one text, or a text for each of its parts by name. */
  formatValue(value: Value): string | Readonly<Record<string, string>>;
  /** Lists what lets more pass than `usual`, the value without a policy file. */
  listLoosenings(value: Value, usual: Value, gated: Gated): readonly string[];
}

/** Declares a member of the policy file that is more than a number, a switch, words or a sentence. */
export const declareEntry = <Value, Schema extends z.ZodType>(
  entry: PolicyEntry<Value, Schema>,
): PolicyEntry<Value, Schema> => entry;

/** Declares a member of the policy file that is a number, a switch, words or a sentence: the rest follows from that. */
export function declareLimit<const Declared extends Limit>(
  limit: Declared,
  section: PolicySection,
): PolicyEntry<LimitValue<Declared>> {
  // The value has the type that the declaration gives it.
  return toEntry(limit, section) as PolicyEntry<LimitValue<Declared>>;
}

/** Converts a limit that is declared as data. */
export function toEntry(limit: Limit, section: PolicySection): PolicyEntry {
  const { name, meaning } = limit;
  const explanation = limit.explanation ?? `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}`;
  return completeEntry({ name, meaning, section, explanation, builtIn: getBuiltInValue(limit) }, limit);
}

type EntryStart = Pick<PolicyEntry, 'name' | 'meaning' | 'section' | 'explanation' | 'builtIn'>;

/** Completes an entry. Schemas and texts are made when they are read: without a policy file none of them is. */
function completeEntry(start: EntryStart, limit: Limit): PolicyEntry {
  if (limit.form === 'number') return completeNumberEntry(start, limit);
  const toValue = (stated: unknown) => stated;
  if (limit.form === 'switch') {
    const { name, looser, builtIn, whenNull = '' } = limit;
    const formatValue = (value: unknown) => (value === null ? whenNull : formatSwitch(value === true));
    const isLooser = looser === 'on';
    return {
      ...start,
      get schema() {
        return z.boolean();
      },
      toValue,
      formatValue,
      builtInText: builtIn === null ? whenNull : `\`${builtIn}\``,
      looserText: looser === 'never' ? null : `\`${isLooser}\``,
      listLoosenings: (value, usual) =>
        looser !== 'never' && value === isLooser && usual !== isLooser
          ? [`${name} is ${formatSwitch(isLooser)} (built in: ${formatValue(usual)})`]
          : [],
    };
  }
  if (limit.form === 'words')
    return {
      ...start,
      get schema() {
        return z.array(z.enum(limit.choices)).min(1);
      },
      toValue,
      formatValue: (value) => listWords(value).join(', '),
      builtInText: limit.builtIn.map((word) => `\`${word}\``).join(', '),
      looserText: 'leaving one out',
      listLoosenings: (value, usual) =>
        listWords(usual)
          .filter((word) => !listWords(value).includes(word))
          .map((word) => `${limit.name} leaves out ${word}`),
    };
  return {
    ...start,
    get schema() {
      return z.string().trim().min(1).max(limit.longest);
    },
    toValue,
    formatValue: String,
    builtInText: limit.builtIn,
    looserText: null,
    listLoosenings: () => [],
  };
}

// A list of words is kept as the file states it.
const listWords = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];

const formatSwitch = (isOn: boolean) => (isOn ? 'on' : 'off');

const formatStated = (value: number): string => value.toLocaleString('en-US');

function completeNumberEntry(start: EntryStart, limit: NumberLimit): PolicyEntry {
  const { name, looser, builtIn, follows, whenNull = '' } = limit;
  const isLooser = (value: number, usual: number) => (looser === 'higher' ? value > usual : value < usual);
  const toStated = (value: number) => formatStated(toStatedNumber(limit, value));
  return {
    ...start,
    get schema() {
      return buildNumberSchema(limit);
    },
    toValue: (stated) => toLimitValue(limit, Number(stated)),
    ...(follows && {
      deriveValue: (readStated) => {
        const followed = readStated(follows.name);
        return followed === undefined ? undefined : follows.times * toLimitValue(limit, Number(followed));
      },
    }),
    formatValue: (value) => (value === null ? whenNull : formatNumber(limit, Number(value))),
    get builtInText() {
      return describeBuiltIn(builtIn, whenNull, follows);
    },
    looserText: looser === 'never' ? null : looser,
    listLoosenings(value, usual) {
      if (looser === 'never' || typeof value !== 'number' || typeof usual !== 'number') return [];
      return isLooser(value, usual) ? [`${name} is ${toStated(value)} (built in: ${toStated(usual)})`] : [];
    },
  };
}

function describeBuiltIn(builtIn: number | null, whenNull: string, follows: NumberLimit['follows']): string {
  if (follows !== undefined) return `${follows.times} times \`${follows.name}\``;
  return builtIn === null ? whenNull : formatStated(builtIn);
}

function buildNumberSchema({ unit, smallest = 0, largest }: NumberLimit): z.ZodNumber | z.ZodInt {
  if (unit === 'days' || unit === 'count') return z.int().min(smallest).max(largest);
  const schema = z.number().min(smallest).max(largest);
  return unit === 'dollars' ? schema.multipleOf(0.01) : schema;
}

function formatNumber({ unit }: NumberLimit, value: number): string {
  if (unit === 'dollars') return formatMoney(value, 'USD');
  if (unit === 'fraction') return formatPercent(value);
  if (unit === 'hours') return `${value / 60} h`;
  return unit === 'days' ? `${value} days` : String(value);
}
