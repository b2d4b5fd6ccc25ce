import { html } from 'hono/html';
import { toRow, toRows, toText, toTexts, type ViewRow } from '../cards/views/kit/reading.ts';
import type { ViewName } from '../cards/views.ts';
import { type Markup, nothing, showText } from '../page/markup.ts';
import { listGaps, renderDataTime, renderGaps } from './answer-state.ts';
import { type CellColumn, type CellKind, renderCell } from './cells.ts';
import { renderChart } from './chart-fold.ts';
import { formatIfCode, formatSentence, startUpperCase } from './desk-words.ts';
import { prepareRecord } from './record-changes.ts';
import {
  chooseKind,
  createRecordTexts,
  getMemberTitle,
  getPartPlace,
  isHiddenMember,
  listMemberColumns,
  type RecordTexts,
} from './record-members.ts';
import { renderTable } from './table-view.ts';

interface RecordPageParts {
  /** Word for the record: `shipment`. */
  readonly noun: string;
  readonly data: ViewRow;
  /** Text of the answer, for its chart. */
  readonly text: string;
  readonly view: ViewName | undefined;
  readonly zone: string;
}

/** Renders a record from what a tool answered: its values, then its parts as tables. */
export function renderRecordPage({ noun, data, text, view, zone }: RecordPageParts): Markup {
  const texts = createRecordTexts(toTexts(data['untrusted']));
  const record = prepareRecord(data);
  const title = listTitle(record, data);
  const context = { texts, zone };
  return html`<p class="kind">${startUpperCase(noun)}</p>
    <h1>${title.length === 0 ? startUpperCase(noun) : showText(title.join(' · '))}</h1>
    ${renderStatusLine(record)} ${renderDataTime([data], zone)} ${renderGaps(listGaps([data]))}
    ${renderFields(toRows(record['fields']), zone)}
    ${renderMembers('', omitMembers(record, ['friendlyId', 'name', 'status', 'lane', 'text', 'fields']), context)}
    ${renderContent(record)}
    ${view === undefined ? nothing : renderChart({ view, title: title.join(' · '), text, data })}
    ${renderDefinitions(data)}`;
}

/** Lists the parts of a title: the number, and the name of the record or of its party; else what the answer calls it. */
function listTitle(record: ViewRow, { summary }: ViewRow): readonly string[] {
  const name = record['name'] ?? record['fileName'] ?? record['payee'] ?? record['customer'] ?? record['party'];
  const parts = [record['friendlyId'], toRow(name)['name'] ?? name].flatMap((part) => toText(part) ?? []);
  return parts.length > 0 ? parts : [formatSentence(toText(summary) ?? '').replace(/[.]$/, '')];
}

const codeFields: ReadonlySet<string> = new Set(['Status', 'Papers needed', 'Roles', 'For']);
const partyFields: Readonly<Record<string, CellKind>> = { Customer: 'customer', Carrier: 'carrier', Vendor: 'payee' };

/** Renders the values of a record that is nothing but its labeled fields. */
function renderFields(fields: readonly ViewRow[], zone: string): Markup {
  const values = fields.flatMap(({ label, value }) => {
    const [title, text] = [toText(label) ?? '', toText(value) ?? ''];
    const kind: CellKind = codeFields.has(title) ? 'code' : (partyFields[title] ?? 'text');
    const row = { value: kind === 'code' ? text.split(', ') : text };
    const column: CellColumn = { key: 'value', title, kind };
    const cell = renderCell(column, row, zone);
    return cell === undefined ? [] : [{ column, cell }];
  });
  return renderValueList(values);
}

function renderStatusLine(record: ViewRow): Markup {
  const status = toText(record['status']);
  const parts = [
    status === undefined ? undefined : html`<strong>${startUpperCase(showText(formatIfCode(status)))}</strong>`,
    toText(record['lane']) === undefined ? undefined : html`${showText(toText(record['lane']) ?? '')}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0
    ? nothing
    : html`<p class="lead">${parts.map((part, index) => html`${index === 0 ? '' : ' · '}${part}`)}</p>`;
}

const omitMembers = (row: ViewRow, keys: readonly string[]): ViewRow =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)));

interface MemberContext {
  readonly texts: RecordTexts;
  readonly zone: string;
}

/** Renders the members of a record or of one of its parts: values first, then tables and lists below headings. */
function renderMembers(path: string, row: ViewRow, context: MemberContext): Markup {
  const members = Object.entries(row).filter(([key, value]) => !isHiddenMember(key) && value !== null);
  const parts = members
    .filter(([, value]) => isPart(value))
    .toSorted(([key], [other]) => getPartPlace(key) - getPartPlace(other));
  const values = members.filter(([, value]) => !isPart(value));
  return html`${renderValues(path, row, values, context)}
  ${parts.map(([key, value]) => renderPart({ path, key, value, row }, context))}`;
}

const isPart = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !isPlainList(value) && !isParty(value);

/** Tests for a party, which is shown as its name. */
const isParty = (value: unknown): boolean => toText(toRow(value)['name']) !== undefined && 'friendlyId' in toRow(value);

/** Tests for a short list of short texts, which reads as one value. */
const isPlainList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object') && value.join('').length < listedMax;

const listedMax = 100;

function renderValues(
  path: string,
  row: ViewRow,
  members: readonly (readonly [string, unknown])[],
  { texts, zone }: MemberContext,
): Markup {
  const values = members.flatMap(([key, value]) => {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    const column: CellColumn = { key, title: getMemberTitle(path, key), kind: chooseKind(path, key, first, texts) };
    const cell = renderCell(column, row, zone);
    return cell === undefined ? [] : [{ column, cell }];
  });
  return renderValueList(values);
}

const renderValueList = (values: readonly { readonly column: CellColumn; readonly cell: Markup }[]): Markup =>
  values.length === 0
    ? nothing
    : html`<dl class="values">
        ${values.map(
          ({ column, cell }) =>
            html`<div>
              <dt>${column.title}</dt>
              <dd class="cell-${column.kind}">${cell}</dd>
            </div>`,
        )}
      </dl>`;

interface RecordPart {
  readonly path: string;
  readonly key: string;
  readonly value: unknown;
  /** The record or part that has it. */
  readonly row: ViewRow;
}

function renderPart({ path, key, value, row }: RecordPart, context: MemberContext): Markup {
  const [title, below] = [getMemberTitle(path, key), [path, key].filter(Boolean).join('/')];
  const content = renderPartContent({ title, below, value, row }, context);
  return content === undefined
    ? nothing
    : html`<section class="part">
        <h2>${title}</h2>
        ${content}
      </section>`;
}

interface PartContent extends Pick<RecordPart, 'value' | 'row'> {
  readonly title: string;
  readonly below: string;
}

function renderPartContent({ title, below, value, row }: PartContent, context: MemberContext): Markup | undefined {
  const { texts, zone } = context;
  if (!Array.isArray(value))
    return Object.keys(toRow(value)).length === 0 ? undefined : renderInner(below, value, row, context);
  // Amounts of a row without a currency are in that of the record.
  const rows = toRows(value).map((item) => ({ currency: row['currency'], ...item }));
  if (rows.length === 1 && isLabeled(rows[0])) return renderInner(below, value[0], row, context);
  if (rows.length > 0)
    return renderTable({ caption: title, columns: listMemberColumns(below, rows, texts), rows, zone });
  const items = toTexts(value);
  const isRecordText = texts.isRecordText(...splitPath(below));
  return items.length === 0
    ? undefined
    : html`<ul>
        ${items.map((item) => html`<li>${showText(isRecordText ? item : formatSentence(item))}</li>`)}
      </ul>`;
}

const splitPath = (path: string): readonly [string, string] => {
  const at = path.lastIndexOf('/');
  return at < 0 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
};

/** Tests for a single row that reads better as labeled values than as a table of one line: with many members, or with parts. */
const isLabeled = (row: ViewRow | undefined): boolean =>
  Object.keys(row ?? {}).length > 7 || Object.values(row ?? {}).some((value) => toRows(value).length > 1);

const renderInner = (path: string, value: unknown, row: ViewRow, context: MemberContext): Markup =>
  renderMembers(path, { currency: row['currency'], ...toRow(value) }, context);

/** Renders the text of a document. */
const renderContent = ({ text }: ViewRow): Markup =>
  toText(text) === undefined
    ? nothing
    : html`<section class="part">
        <h2>Content</h2>
        <p class="text content">${showText(toText(text) ?? '')}</p>
      </section>`;

function renderDefinitions(data: ViewRow): Markup {
  const texts = [data['definitions'], data['definition']].flatMap((text) => toText(text) ?? toTexts(text));
  return texts.length === 0 ? nothing : html`<p class="notes">${texts.map(formatSentence).join(' ')}</p>`;
}
