import { friendlyFormats, type FriendlyResource, parseFriendlyId } from '../../src/domain/kit/friendly-id.ts';
import { guessReference, type ReferenceGuess, referenceSpellings } from '../../src/domain/kit/references.ts';

/** Everything that a typed text can mean. */
export interface Reading {
  readonly typed: string;
  readonly uuid: string | undefined;
  /** Numbers that the text can be, by resource: "1042" can be a shipment's or a quote's. */
  readonly numbers: ReadonlyMap<FriendlyResource, string>;
  /** Every form in which the text may be stored as a reference. */
  readonly references: readonly string[];
  readonly mc: string | undefined;
  readonly dot: string | undefined;
  readonly scac: string | undefined;
  readonly email: string | undefined;
  /** Undefined where the text is a number or says what it is. */
  readonly name: string | undefined;
}

/** What people call a record before its number. */
const words: Readonly<Record<string, readonly FriendlyResource[]>> = {
  load: ['load', 'shipment'],
  shipment: ['shipment'],
  quote: ['quote'],
  order: ['order'],
  invoice: ['invoice'],
  bill: ['bill'],
  carrier: ['carrier'],
  customer: ['customer'],
};

const bareNumbers: readonly FriendlyResource[] = [
  'shipment',
  'load',
  'quote',
  'invoice',
  'bill',
  'carrier',
  'customer',
];

const bareDigitsMax = 6;

export function readingOf(text: string): Reading {
  const typed = text.trim();
  const guesses = guessReference(typed);
  const valueOf = (kind: ReferenceGuess['kind']) => guesses.find((guess) => guess.kind === kind)?.value;
  return {
    typed,
    uuid: valueOf('uuid'),
    numbers: numbersOf(typed),
    references: referenceSpellings(typed),
    mc: valueOf('mc'),
    dot: valueOf('dot'),
    scac: valueOf('scac'),
    email: valueOf('email'),
    name: valueOf('name') === undefined ? undefined : typed,
  };
}

function numbersOf(typed: string): ReadonlyMap<FriendlyResource, string> {
  const friendly = parseFriendlyId(typed);
  if (friendly) return new Map([[friendly.resource, friendly.friendlyId]]);
  const [, word, digits] = /^(?:([a-z]+)[\s#:]+)?#?(\d{1,9})$/i.exec(typed) ?? [];
  const resources = word === undefined ? bareNumbers : words[word.toLowerCase()];
  if (digits === undefined || resources === undefined) return new Map();
  // Longer bare numbers are references of others: nobody's counter is that far.
  if (word === undefined && digits.length > bareDigitsMax) return new Map();
  return new Map(
    resources.flatMap((resource) => {
      const number = parseFriendlyId(`${friendlyFormats[resource].prefix}${digits}`);
      return number?.resource === resource ? [[resource, number.friendlyId] as const] : [];
    }),
  );
}
