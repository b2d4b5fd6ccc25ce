import type { FriendlyResource, ParsedFriendlyId } from '../../src/domain/identifiers/friendly-id.ts';
import { readRecordNumber } from '../../src/domain/identifiers/record-number.ts';
import {
  guessReference,
  type ReferenceGuess,
  listReferenceSpellings,
} from '../../src/domain/identifiers/references.ts';

/** Everything that a typed text can mean. */
export interface TextReading {
  readonly typed: string;
  readonly uuid: string | undefined;
  /** The friendly id that the text is, whatever stands before it. */
  readonly friendly: ParsedFriendlyId | null;
  /** Numbers that the text can be, by resource: "1042" can be a shipment's or a quote's. */
  readonly numbers: ReadonlyMap<FriendlyResource, string>;
  /** Every form in which the text may be stored as a reference. */
  readonly references: readonly string[];
  readonly mc: string | undefined;
  readonly dot: string | undefined;
  readonly scac: string | undefined;
  readonly email: string | undefined;
  /** Undefined if the text is a number or states its own kind. */
  readonly name: string | undefined;
}

export function parseReferenceText(text: string): TextReading {
  const typed = text.trim();
  const { friendly, numbers } = readRecordNumber(typed);
  const guesses = guessReference(typed);
  const getValue = (kind: ReferenceGuess['kind']) => guesses.find((guess) => guess.kind === kind)?.value;
  return {
    typed,
    uuid: getValue('uuid'),
    friendly,
    numbers,
    references: listReferenceSpellings(typed),
    mc: getValue('mc'),
    dot: getValue('dot'),
    scac: getValue('scac'),
    email: getValue('email'),
    name: getValue('name') === undefined ? undefined : typed,
  };
}
