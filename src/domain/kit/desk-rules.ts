/** A deviation is tolerated up to the larger of an amount and a fraction of what is owed. */
export interface Tolerance {
  readonly cents: number;
  /** 0.01 is 1 %. */
  readonly fraction: number;
}

/** Amounts that count against a customer's credit limit. */
export const creditParts = ['open_invoices', 'unbilled', 'booked'] as const;
export type CreditPart = (typeof creditParts)[number];

/** The texts of a limit or rule, for people who read the policy and its documentation. */
interface LimitTexts {
  /** Place in the policy file, as in `rules.insurance.soonDays`. */
  readonly name: string;
  /** A few words, as `waybill policy show` prints them. */
  readonly meaning: string;
  /** Markdown for the documentation, where a few words aren't enough. */
  readonly explanation?: string;
}

/** Units of numbers in the policy file. Dollars are kept as cents, hours as minutes. */
type NumberUnit = 'dollars' | 'hours' | 'days' | 'count' | 'fraction';

/** A limit or rule that is one number. Its numbers are in the unit of the policy file. */
export interface NumberLimit extends LimitTexts {
  readonly form: 'number';
  readonly unit: NumberUnit;
  /** Null where nothing is limited without a policy file. */
  readonly builtIn: number | null;
  /** Words for null. */
  readonly whenNull?: string;
  readonly smallest?: number;
  readonly largest: number;
  /** Values that let more pass than the built-in one. */
  readonly looser: 'higher' | 'lower' | 'never';
  /** A limit that sets this one while the file doesn't state it. */
  readonly follows?: { readonly name: string; readonly times: number };
}

/** A limit or rule that is on or off. */
export interface SwitchLimit extends LimitTexts {
  readonly form: 'switch';
  readonly builtIn: boolean | null;
  readonly whenNull?: string;
  readonly looser: 'on' | 'off' | 'never';
}

/** A rule that picks some of several words; fewer of them let more pass. */
export interface WordsLimit extends LimitTexts {
  readonly form: 'words';
  readonly choices: readonly string[];
  readonly builtIn: readonly string[];
}

/** A rule in a sentence of the desk's own. */
export interface TextLimit extends LimitTexts {
  readonly form: 'text';
  readonly longest: number;
  readonly builtIn: string;
}

/** A limit or rule as data: the policy file, its checks, its texts and its documentation follow from it. */
export type Limit = NumberLimit | SwitchLimit | WordsLimit | TextLimit;

/** The value that a limit has in a policy. */
export type LimitValue<Declared extends Limit> = Declared extends WordsLimit
  ? readonly Declared['choices'][number][]
  : Declared['builtIn'] extends null
    ? (Declared extends NumberLimit ? number : boolean) | null
    : Declared extends NumberLimit
      ? number
      : Declared extends SwitchLimit
        ? boolean
        : string;

type LimitTable = { readonly [key: string]: Limit | LimitTable };

/** The values of a table of limits, by the same keys. */
export type LimitValues<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends Limit ? LimitValue<Table[Key]> : LimitValues<Table[Key]>;
};

const stepsInUnit: Readonly<Record<NumberUnit, number>> = { dollars: 100, hours: 60, days: 1, count: 1, fraction: 1 };

/** Converts a number of the policy file to the one that is kept: dollars to cents, hours to minutes. */
export function toLimitValue({ unit }: Pick<NumberLimit, 'unit'>, stated: number): number {
  const steps = stepsInUnit[unit];
  return steps === 1 ? stated : Math.round(stated * steps);
}

/** Converts a number that is kept to the one of the policy file. */
export const toStatedNumber = ({ unit }: Pick<NumberLimit, 'unit'>, value: number): number => value / stepsInUnit[unit];

export const isLimit = (node: object): node is Limit => 'form' in node;

/** Returns the value of a limit that no policy file states. */
export const getBuiltInValue = (limit: Limit): number | boolean | string | readonly string[] | null =>
  limit.form === 'number' && limit.builtIn !== null ? toLimitValue(limit, limit.builtIn) : limit.builtIn;

/** Returns the built-in value of each limit of a table. */
function getBuiltInValues<Table extends LimitTable>(table: Table): LimitValues<Table> {
  const values = Object.entries(table).map(([key, node]) => [
    key,
    isLimit(node) ? getBuiltInValue(node) : getBuiltInValues(node),
  ]);
  // Each value has the type that its declaration gives it.
  return Object.fromEntries(values) as LimitValues<Table>;
}

const dollars = { form: 'number', unit: 'dollars', largest: 100_000_000 } as const;
const days = { form: 'number', unit: 'days', largest: 3650, looser: 'lower' } as const;
const fraction = { form: 'number', unit: 'fraction', largest: 1 } as const;

const carrierRules = {
  autoLiabilityCents: {
    ...dollars,
    name: 'rules.insurance.autoLiability',
    builtIn: 1_000_000,
    looser: 'lower',
    meaning: 'auto liability of a carrier at least',
    explanation: "Least auto liability of a carrier's insurance, in dollars",
  },
  cargoLiabilityCents: {
    ...dollars,
    name: 'rules.insurance.cargoLiability',
    builtIn: 100_000,
    looser: 'lower',
    meaning: 'cargo liability of a carrier at least',
    explanation: "Least cargo liability of a carrier's insurance, in dollars",
  },
  /** Days before insurance ends from which it is pointed out. */
  insuranceSoonDays: {
    ...days,
    name: 'rules.insurance.soonDays',
    builtIn: 30,
    meaning: 'days before its end from which insurance gets a warning',
    explanation: 'How many days before insurance ends there is a warning',
  },
  /** Operating authority younger than this is pointed out. */
  authorityDays: {
    ...days,
    name: 'rules.authorityDays',
    builtIn: 180,
    meaning: 'authority is pointed out when younger than',
    explanation: 'A carrier whose authority is newer than this gets a warning.',
  },
  /** A carrier that has been on record for less is pointed out. */
  onboardingDays: {
    ...days,
    name: 'rules.onboardingDays',
    builtIn: 30,
    meaning: 'a carrier is pointed out when newer than',
    explanation: 'A carrier whose record with you is newer than this gets a warning.',
  },
  /** Days for which changed pay-to details hold bills back. */
  payToDays: {
    ...days,
    name: 'rules.payToDays',
    builtIn: 30,
    meaning: 'changed pay-to details hold bills for',
    explanation: 'How long changed pay-to details keep bills on hold',
  },
  /** Days for which a change of a value is shown beside it, and is no proof by itself. */
  changedDays: {
    ...days,
    name: 'rules.changedDays',
    builtIn: 30,
    meaning: 'a changed value is no proof for',
    explanation: "How long a changed value doesn't count as proof on its own",
  },
} as const satisfies LimitTable;

/** The rules of a desk where the law and the contract leave it free, as the policy file sets them. */
export const deskRules = {
  /** Free time at a dock before detention. */
  freeTimeMinutes: {
    form: 'number',
    unit: 'hours',
    largest: 72,
    looser: 'never',
    name: 'rules.freeTimeHours',
    builtIn: 2,
    meaning: 'free time at a dock',
    explanation: 'Free time at a dock before detention starts',
  },
  /** Price of an hour of detention for the customer, and pay of the carrier for it. */
  detentionPerHourCents: {
    customer: {
      ...dollars,
      name: 'rules.detentionPerHour.customer',
      builtIn: 75,
      looser: 'never',
      meaning: 'charged for an hour of detention',
      explanation: 'What you charge for an hour of detention, in dollars. An amount in the request wins.',
    },
    carrier: {
      ...dollars,
      name: 'rules.detentionPerHour.carrier',
      builtIn: 50,
      looser: 'never',
      meaning: 'paid for an hour of detention',
      explanation: 'What you pay for an hour of detention, in dollars. An amount in the request wins.',
    },
  },
  /** Fraction of revenue that is aimed at: 0.15 is 15 %. */
  marginTarget: {
    ...fraction,
    name: 'rules.marginTarget',
    builtIn: 0.15,
    looser: 'never',
    meaning: 'margin that is aimed at',
    explanation: 'Margin that a suggested price aims at',
  },
  creditCounts: {
    form: 'words',
    choices: creditParts,
    builtIn: creditParts,
    name: 'rules.creditCounts',
    meaning: 'what counts against a credit limit',
    explanation:
      "What counts against a customer's credit limit: `open_invoices`, `unbilled` (delivered), `booked` (under way)",
  },
  billTolerance: {
    clean: {
      cents: {
        ...dollars,
        name: 'rules.billTolerance.clean.amount',
        builtIn: 25,
        looser: 'higher',
        meaning: 'a bill is as agreed within this amount, or within the fraction if that is more',
        explanation: 'A bill is as agreed within this amount in dollars, or within the fraction if that is more.',
      },
      fraction: {
        ...fraction,
        name: 'rules.billTolerance.clean.fraction',
        builtIn: 0.01,
        looser: 'higher',
        meaning: 'a bill is as agreed within this part of what is owed, or within the amount if that is more',
      },
    },
    minor: {
      cents: {
        ...dollars,
        name: 'rules.billTolerance.minor.amount',
        builtIn: 100,
        looser: 'higher',
        meaning: 'a deviation is minor within this amount, or within the fraction if that is more',
        explanation: 'A deviation is minor within this amount in dollars, or within the fraction if that is more.',
      },
      fraction: {
        ...fraction,
        name: 'rules.billTolerance.minor.fraction',
        builtIn: 0.05,
        looser: 'higher',
        meaning: 'a deviation is minor within this part of what is owed, or within the amount if that is more',
      },
    },
  },
  carriers: carrierRules,
  /** An email address that has been on record for fewer days is pointed out before mail goes to it. */
  newAddressDays: {
    ...days,
    name: 'rules.newAddressDays',
    builtIn: 7,
    meaning: 'a new mail address is pointed out for',
    explanation: 'An email address that has been on record for less gets a warning before mail goes to it.',
  },
  /** Instruction for verifying new bank details, as the approver reads it. */
  bankChanges: {
    form: 'text',
    longest: 300,
    builtIn: 'Call the payee on a number that was on record before the change, and note whom you spoke to.',
    name: 'rules.bankChanges',
    meaning: 'how bank changes are verified',
    explanation: 'One sentence on how to verify new bank details; plans show it',
  },
} as const satisfies LimitTable;

/** The rules that a desk goes by. */
export type DeskRules = LimitValues<typeof deskRules>;

/** The brokerage's requirements for carriers. Amounts are in US dollars. */
export type CarrierRequirements = DeskRules['carriers'];

export const builtInRules: DeskRules = getBuiltInValues(deskRules);
