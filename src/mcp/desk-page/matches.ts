import { html } from 'hono/html';
import { toRows, toText, type ViewRow } from '../cards/views/kit/reading.ts';
import { type Markup, showText } from '../page/markup.ts';
import { listGaps, renderDataTime, renderGaps } from './answer-state.ts';
import { findRecordPath, formatCount, formatIfCode, startUpperCase } from './desk-words.ts';
import { formatDate } from '../../domain/places/local-time.ts';

/** Returns the address of a record that was found: by its number, else by its kind and id. */
export function findMatchPath({ kind, friendlyId, id }: ViewRow): string | undefined {
  const [number, noun, recordId] = [toText(friendlyId), toText(kind), toText(id)];
  if (number !== undefined) return findRecordPath(number);
  if (noun === undefined || recordId === undefined) return undefined;
  if (noun === 'document') return `/desk/document?document=${encodeURIComponent(recordId)}`;
  return `/desk/record?record=${encodeURIComponent(`${noun} ${recordId}`)}`;
}

/** Renders what a text can mean: each candidate a link, newest first of each kind. */
export function renderMatches(words: string, data: ViewRow, zone: string): Markup {
  const rows = toRows(data['rows']);
  return html`<h1>${rows.length === 0 ? 'Nothing found' : 'Which one?'}</h1>
    <p class="lead">
      ${
        rows.length === 0
          ? html`Nothing matches “${showText(words)}”. Try a number, the beginning of a name, a PO or an MC number.`
          : html`“${showText(words)}” matches
            ${formatCount(rows.length, 'record')}${toText(data['nextCursor']) === undefined && data['total'] === rows.length ? '' : ', and more'}.`
      }
    </p>
    ${renderDataTime([data], zone)} ${renderGaps(listGaps([data]))}
    <ul class="rows">
      ${rows.map(renderMatch)}
    </ul>`;
}

/** Describes a match without the status at its end, which is beside it in words. */
function describeMatch({ what: description, status }: ViewRow): string | undefined {
  const [text, end] = [toText(description), `, ${toText(status) ?? ''}`];
  return text?.endsWith(end) === true ? text.slice(0, -end.length) : text;
}

function renderMatch(row: ViewRow): Markup {
  const path = findMatchPath(row);
  const [number, description, created] = [row['friendlyId'], describeMatch(row), row['created']].map(toText);
  const status = toText(row['status']);
  const content = html`<span class="title">${showText([number, description].filter(Boolean).join(' · '))}</span>
    <span class="facts">
      <span>${startUpperCase(toText(row['kind']) ?? 'record')}</span>
      ${status === undefined ? '' : html`<span>${showText(formatIfCode(status))}</span>`}
      ${created === undefined ? '' : html`<span>created ${formatDate(created)}</span>`}
    </span>`;
  return path === undefined ? html`<li class="plain">${content}</li>` : html`<li><a href="${path}">${content}</a></li>`;
}
