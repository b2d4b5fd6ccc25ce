import { html } from 'hono/html';
import { formatDate, formatLocalTime } from '../../domain/places/local-time.ts';
import { toNumber, toRow, toText, type ViewRow } from '../cards/views/kit/reading.ts';
import { type Markup, showText } from '../page/markup.ts';
import {
  findRecordPath,
  formatIfCode,
  formatPageAmount,
  formatPartyPath,
  formatSentence,
  formatStop,
  formatWhole,
  type PartyKind,
  startUpperCase,
} from './desk-words.ts';

/**
 * Ways to show a value of an answer. `words` is text that Waybill wrote; `text` is text of a record; `stop` is the kind of a
 * stop before its place.
 */
export type CellKind =
  | PartyKind
  | 'record'
  | 'text'
  | 'words'
  | 'stop'
  | 'code'
  | 'date'
  | 'time'
  | 'money'
  | 'count'
  | 'percent';

/** Column of a table, or a labeled value. */
export interface CellColumn {
  /** Member of the row. */
  readonly key: string;
  readonly title: string;
  readonly kind: CellKind;
  /** Replaces the member by what a person reads. */
  readonly toValue?: (row: ViewRow) => unknown;
  /** A member beside which the column says something only where a row differs. */
  readonly unlessSame?: string;
}

const rightAligned: ReadonlySet<CellKind> = new Set(['money', 'count', 'percent']);

export const isRightAligned = ({ kind }: CellColumn): boolean => rightAligned.has(kind);

/** Renders the value of a column, or the words that stand in its place (`{ words: 'No carrier' }`); undefined if the row has none. `zone` is the zone of times. */
export function renderCell({ key, kind, toValue }: CellColumn, row: ViewRow, zone: string): Markup | undefined {
  const value = toValue === undefined ? row[key] : toValue(row);
  if (Array.isArray(value)) {
    const parts = value.flatMap((item) => renderValue(kind, item, row, zone) ?? []);
    return parts.length === 0
      ? undefined
      : html`${parts.map((part, index) => html`${index === 0 ? '' : '; '}${part}`)}`;
  }
  return renderValue(kind, value, row, zone);
}

function renderValue(kind: CellKind, value: unknown, row: ViewRow, zone: string): Markup | undefined {
  const number = toNumber(value);
  if (number !== undefined) return html`${formatNumber(kind, number, row)}`;
  const party = toText(toRow(value)['name']);
  if (party !== undefined) return renderParty(kind, party, toText(toRow(value)['friendlyId']));
  const words = toText(toRow(value)['words']);
  if (words !== undefined) return html`${words}`;
  if (typeof value === 'boolean') return html`${value ? 'Yes' : 'No'}`;
  const text = toText(value);
  return text === undefined ? undefined : renderText(kind, text, zone);
}

/** Renders the name of a party, which leads to its page: by its number where it is known. */
function renderParty(kind: CellKind, name: string, number: string | undefined): Markup {
  const path = number === undefined ? undefined : findRecordPath(number);
  return path === undefined ? renderText(kind, name, '') : renderLink(path, name);
}

function formatNumber(kind: CellKind, value: number, row: ViewRow): string {
  if (kind === 'money') return formatPageAmount(value, toText(row['currency']));
  if (kind === 'percent') return `${value.toFixed(1)} %`;
  return Number.isInteger(value) ? formatWhole(value) : String(Math.round(value * 100) / 100);
}

function renderText(kind: CellKind, text: string, zone: string): Markup {
  switch (kind) {
    case 'customer':
    case 'carrier':
    case 'payee':
      return renderLink(formatPartyPath(kind, text), text);
    case 'record':
      return renderRecordNumber(text);
    case 'code':
      return html`${startUpperCase(showText(formatIfCode(text)))}`;
    case 'date':
      return html`${showText(formatDate(text))}`;
    case 'time':
      return renderTime(text, zone);
    case 'words':
      return html`${startUpperCase(showText(formatSentence(text)))}`;
    case 'stop':
      return html`${startUpperCase(showText(formatStop(text)))}`;
    default:
      return html`${showText(text)}`;
  }
}

/** Renders the number of a record as a link to its page. */
export function renderRecordNumber(number: string): Markup {
  const path = findRecordPath(number);
  return path === undefined ? html`${showText(number)}` : renderLink(path, number);
}

const renderLink = (path: string, text: string): Markup => html`<a href="${path}">${showText(text)}</a>`;

/** Renders an instant in the desk's zone. A text that is no instant stays as it is. */
export const renderTime = (at: string, zone: string): Markup =>
  Number.isNaN(Date.parse(at))
    ? html`${showText(at)}`
    : html`<time datetime="${at}">${formatLocalTime(at, zone)}</time>`;
