import type { CatalogueEntry } from '../../src/contract/catalogue.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import { dropRegistryZeros } from '../../src/domain/identifiers/registry-number.ts';
import { formatMoney, formatPercent, fromCents } from '../../src/domain/money/money.ts';
import { formatFieldLabel } from '../../src/domain/carriers/carrier-snapshot.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { createFieldError, WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { parseClockMinutes, formatClock } from '../arguments/clock-words.ts';
import { getDeskClock, parseDay } from '../arguments/date-words.ts';
import { parseDocumentType } from '../arguments/document-words.ts';
import { parseEmail, parseEmails } from '../arguments/parties/email-input.ts';
import { parseMinutes, parsePercent, parsePounds } from '../arguments/measure-input.ts';
import { parseCents } from '../arguments/money-input.ts';

interface ReadingContext {
  readonly ctx: ToolContext;
  /** Currency of the amounts; null if the record has its own. */
  readonly currency: string | null;
}

/** A kind of field, with the reader for a text in place of the number or code that the API takes. */
interface FieldKind {
  readonly read: (text: string, field: string, context: ReadingContext) => unknown;
  /** Formats a value that was read, for a person. */
  readonly format?: (value: never, context: ReadingContext) => string;
  /**
   * A value that the API accepts. It takes the place of a refused text, so that the rest of the input can be checked.
   */
  readonly standIn: unknown;
  /** A text in the API's own form is left to the API. */
  readonly isOwnForm?: RegExp;
}

const money: FieldKind = {
  read: (text, field, { currency }) =>
    fromCents(parseCents(text.trim().replace(/^-/, ''), field, currency)) * getSign(text),
  format: (amount: number, { currency }) =>
    currency === null ? formatBareAmount(amount) : formatMoney(Math.round(amount * 100), currency),
  standIn: 1,
};
/** Formats an amount in the currency of a record that isn't read yet. */
const formatBareAmount = (amount: number): string =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(amount);

const createDayKind = (lean: 'future' | 'past'): FieldKind => ({
  read: (text, name, { ctx }) => parseDay(getDeskClock(ctx), { name, text, lean }),
  format: formatDate,
  standIn: '2000-01-01',
  isOwnForm: /^\d{4}-\d{2}-\d{2}(?:T.*)?$/i,
});
const share: FieldKind = {
  read: (text, field) => parsePercent(text, field) / 100,
  format: formatPercent,
  standIn: 0,
};
const time: FieldKind = {
  read: (text, field) => formatClock(parseDayMinutes(text, field)),
  standIn: '08:00',
  isOwnForm: /^\d{2}:\d{2}(?::\d{2})?$/,
};

const plainAddress = /^[^\s@<>;,:]+@[^\s@<>;,:]+\w$/;
const email: FieldKind = { read: parseEmail, standIn: 'ap@acme.example', isOwnForm: plainAddress };
/** The reader of registry numbers drops leading zeros, which have no meaning. */
const registryNumber: FieldKind = { read: dropRegistryZeros, standIn: '1', isOwnForm: /^\D*(?:[1-9]\d*)?\D*$/ };
/** The reader of lists of addresses: several addresses in one text become several items. */
const emails: FieldKind = { read: parseEmails, standIn: 'ap@acme.example', isOwnForm: plainAddress };

/** Fields by name. A name means the same in every operation. */
const fields: Readonly<Record<string, FieldKind>> = {
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
  weight: { read: parsePounds, format: (pounds: number) => `${pounds.toLocaleString('en-US')} lb`, standIn: 1 },
  quantity: { read: parseQuantity, standIn: 1 },
  requestedStartTime: time,
  requestedEndTime: time,
  requestedStartDate: createDayKind('future'),
  requestedEndDate: createDayKind('future'),
  pickUpDate: createDayKind('future'),
  deliveryDate: createDayKind('future'),
  dueDate: createDayKind('future'),
  scheduledDate: createDayKind('future'),
  reviewDate: createDayKind('future'),
  invoiceDate: createDayKind('past'),
  memoDate: createDayKind('past'),
  paymentDate: createDayKind('past'),
  completedDate: createDayKind('past'),
  ratingDate: createDayKind('past'),
};
const documentType: FieldKind = {
  read: (text, field) => parseDocumentType(field, text),
  format: formatCode,
  standIn: 'OTHER',
};

interface InterpretedInput {
  readonly input: JsonObject;
  /** The value that each text was resolved to, one line each. */
  readonly interpretations: readonly string[];
  /** Functions that throw, one for each text that is not understood. `input` holds an accepted value in its place. */
  readonly refused: Readonly<Record<string, () => never>>;
}

/** Puts numbers, dates and codes in place of what people write for them: "5k", "friday", "42k lb", "POD". */
export function interpretWords(ctx: ToolContext, entry: CatalogueEntry, input: JsonObject): InterpretedInput {
  const interpretations: string[] = [];
  const refused: Record<string, () => never> = {};
  const context = { ctx, currency: getCurrency(entry, input) };
  const read = (kind: FieldKind, text: string, field: string): unknown => {
    if (text.trim() === '' || kind.isOwnForm?.test(text)) return text;
    try {
      const value = kind.read(text, field, context);
      if (String(value) !== text) {
        // The value is the one that the same kind has read.
        const words = kind.format?.(value as never, context) ?? String(value);
        interpretations.push(`${describeField(field)}: ${words} (from ${recordText(text, 'list')}).`);
      }
      return value;
    } catch (error) {
      if (!(error instanceof WaybillError)) throw error;
      refused[field] = () => {
        throw error;
      };
      return kind.standIn;
    }
  };
  const getKind = (name: string) =>
    name === 'type' && entry.name.startsWith('documents.')
      ? documentType
      : Object.hasOwn(fields, name)
        ? fields[name]
        : undefined;
  const map = (value: unknown, field: string, kind: FieldKind | undefined): unknown => {
    if (typeof value === 'string') return kind ? read(kind, value, field) : value;
    if (Array.isArray(value)) {
      const items = value.map((item, index) => map(item, `${field}.${index}`, kind));
      return kind === emails ? items.flat() : items;
    }
    if (!isPlainRecord(value)) return value;
    // Below a field of a filter stand its operators.
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, map(member, `${field}.${name}`, getKind(name) ?? kind)]),
    );
  };
  const members = Object.entries(input).map(
    ([name, member]) => [name, map(member, `input.${name}`, getKind(name))] as const,
  );
  return { input: Object.fromEntries(members), interpretations, refused };
}

/** Describes the place of a value in an input: "Stops 2 requested start date" for `input.stops.1.requestedStartDate`. */
export function describeField(field: string): string {
  const parts = field.replace(/^input\./, '').split('.');
  const words = parts
    .filter((part, index) => !(index === 0 && part === 'filter'))
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replace(/(?<=\w)Ids?$/, '')));
  return words.length === 1 && words[0] === 'id' ? 'Record' : formatFieldLabel(words.join(' '));
}

/**
 * Returns the currency of the amounts in the input. An existing record has its own currency, which the input does not
 * state.
 */
function getCurrency({ operation }: CatalogueEntry, { currency }: JsonObject): string | null {
  if (typeof currency === 'string') return currency;
  return operation.path.includes('{') ? null : 'USD';
}

/** Returns -1 for a deduction. The API decides whether an amount may be one. */
const getSign = (text: string) => (text.trim().startsWith('-') ? -1 : 1);

/** Parses a quantity. A text with a unit of time gives hours. */
function parseQuantity(text: string, field: string): number {
  return /^[\d.,]+$/.test(text.trim()) ? Number(text.replaceAll(',', '')) : parseMinutes(text, field) / 60;
}

function parseDayMinutes(text: string, field: string): number {
  const minutes = parseClockMinutes(text.trim().toLowerCase());
  if (minutes === undefined)
    throw createFieldError(
      'BAD_REQUEST',
      field,
      `${recordText(text, 'list')} is no time; write for example "8am", "0800" or "14:30"`,
    );
  return minutes;
}
