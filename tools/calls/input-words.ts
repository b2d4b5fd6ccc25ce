import type { CatalogueEntry } from '../../src/contract/catalogue.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import { dropRegistryZeros } from '../../src/domain/kit/registry-number.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import { fieldError, WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { clockOf, clockText } from '../arguments/clock-words.ts';
import { askingOf, dayOf } from '../arguments/date-words.ts';
import { documentTypeArgument } from '../arguments/document-words.ts';
import { parseEmail, parseEmails } from '../arguments/parties/typed-emails.ts';
import { typedMinutes, typedPercent, typedPounds } from '../arguments/typed-measures.ts';
import { typedCents } from '../arguments/typed-money.ts';

interface Asked {
  readonly ctx: ToolContext;
  /** Of the amounts; null where the record has its own. */
  readonly currency: string | null;
}

/** How one kind of field is read when a text stands where the API wants a number or a code. */
interface Kind {
  readonly read: (text: string, field: string, asked: Asked) => unknown;
  /** Such as the API takes: the rest of an input is checked with it where the text is refused. */
  readonly standIn: unknown;
  /** A text in the API's own form is left to the API. */
  readonly isOwnForm?: RegExp;
}

const money: Kind = {
  read: (text, field, { currency }) =>
    fromCents(typedCents(text.trim().replace(/^-/, ''), field, currency)) * signOf(text),
  standIn: 1,
};
const day = (lean: 'future' | 'past'): Kind => ({
  read: (text, name, { ctx }) => dayOf(askingOf(ctx), { name, text, lean }),
  standIn: '2000-01-01',
  isOwnForm: /^\d{4}-\d{2}-\d{2}(?:T.*)?$/i,
});
const share: Kind = { read: (text, field) => typedPercent(text, field) / 100, standIn: 0 };
const time: Kind = {
  read: (text, field) => clockText(minutesOfDay(text, field)),
  standIn: '08:00',
  isOwnForm: /^\d{2}:\d{2}(?::\d{2})?$/,
};

const plainAddress = /^[^\s@<>;,:]+@[^\s@<>;,:]+\w$/;
const email: Kind = { read: parseEmail, standIn: 'ap@acme.example', isOwnForm: plainAddress };
/** Leading zeros say nothing. */
const registryNumber: Kind = { read: dropRegistryZeros, standIn: '1', isOwnForm: /^\D*(?:[1-9]\d*)?\D*$/ };
/** Several in one text are several items of the list. */
const emails: Kind = { read: parseEmails, standIn: 'ap@acme.example', isOwnForm: plainAddress };

/** Fields by their name, which means the same in every operation. */
const fields: Readonly<Record<string, Kind>> = {
  amount: money,
  rate: money,
  target: money,
  creditLimit: money,
  creditUsageWarning: money,
  freeCreditReq: money,
  insuranceAutoLiabilityLimit: money,
  insuranceCargoLiabilityLimit: money,
  insuranceGeneralLiabilityLimit: money,
  defaultMargin: share,
  minMargin: share,
  maxMargin: share,
  quickPayFee: share,
  mcNumber: registryNumber,
  dotNumber: registryNumber,
  email,
  primaryContactEmail: email,
  toEmail: email,
  toEmails: emails,
  ccEmails: emails,
  weight: { read: typedPounds, standIn: 1 },
  quantity: { read: quantityOf, standIn: 1 },
  requestedStartTime: time,
  requestedEndTime: time,
  requestedStartDate: day('future'),
  requestedEndDate: day('future'),
  pickUpDate: day('future'),
  deliveryDate: day('future'),
  dueDate: day('future'),
  scheduledDate: day('future'),
  reviewDate: day('future'),
  invoiceDate: day('past'),
  memoDate: day('past'),
  paymentDate: day('past'),
  completedDate: day('past'),
  ratingDate: day('past'),
};
const documentType: Kind = { read: (text, field) => documentTypeArgument(field, text), standIn: 'OTHER' };

interface ReadInput {
  readonly input: JsonObject;
  /** What each text was taken for, a line each. */
  readonly taken: readonly string[];
  /** Throws for each text that is not understood; a value that the API takes stands in its place. */
  readonly refused: Readonly<Record<string, () => never>>;
}

/** Puts numbers, dates and codes in place of what people write for them: "5k", "friday", "42k lb", "POD". */
export function readWords(ctx: ToolContext, entry: CatalogueEntry, input: JsonObject): ReadInput {
  const taken: string[] = [];
  const refused: Record<string, () => never> = {};
  const asked = { ctx, currency: currencyOf(entry, input) };
  const read = (kind: Kind, text: string, field: string): unknown => {
    if (text.trim() === '' || kind.isOwnForm?.test(text)) return text;
    try {
      const value = kind.read(text, field, asked);
      if (String(value) !== text) taken.push(`${field}: ${recordText(text, 'list')} is ${String(value)}.`);
      return value;
    } catch (error) {
      if (!(error instanceof WaybillError)) throw error;
      refused[field] = () => {
        throw error;
      };
      return kind.standIn;
    }
  };
  const kindOf = (name: string) =>
    name === 'type' && entry.name.startsWith('documents.')
      ? documentType
      : Object.hasOwn(fields, name)
        ? fields[name]
        : undefined;
  const map = (value: unknown, field: string, kind: Kind | undefined): unknown => {
    if (typeof value === 'string') return kind ? read(kind, value, field) : value;
    if (Array.isArray(value)) {
      const items = value.map((item, index) => map(item, `${field}.${index}`, kind));
      return kind === emails ? items.flat() : items;
    }
    if (!isPlainRecord(value)) return value;
    // Below a field of a filter stand its operators.
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, map(member, `${field}.${name}`, kindOf(name) ?? kind)]),
    );
  };
  const members = Object.entries(input).map(
    ([name, member]) => [name, map(member, `input.${name}`, kindOf(name))] as const,
  );
  return { input: Object.fromEntries(members), taken, refused };
}

/** A record that exists has a currency of its own, which the input does not say. */
function currencyOf({ operation }: CatalogueEntry, { currency }: JsonObject): string | null {
  if (typeof currency === 'string') return currency;
  return operation.path.includes('{') ? null : 'USD';
}

/** A charge may be a deduction; whether this amount may be one the API says. */
const signOf = (text: string) => (text.trim().startsWith('-') ? -1 : 1);

/** Hours, where it is said that they are. */
function quantityOf(text: string, field: string): number {
  return /^[\d.,]+$/.test(text.trim()) ? Number(text.replaceAll(',', '')) : typedMinutes(text, field) / 60;
}

function minutesOfDay(text: string, field: string): number {
  const minutes = clockOf(text.trim().toLowerCase());
  if (minutes === undefined)
    throw fieldError(
      'BAD_REQUEST',
      field,
      `${recordText(text, 'list')} is no time; write for example "8am", "0800" or "14:30"`,
    );
  return minutes;
}
