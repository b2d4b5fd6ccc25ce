import { html } from 'hono/html';
import { isLoadingKey } from '../../domain/kit/completeness.ts';
import { toRow, toRows, toText, toTexts, type ViewRow } from '../cards/views/kit/reading.ts';
import { type Markup, nothing, showText } from '../page/markup.ts';
import { renderTime } from './cells.ts';
import { formatSentence } from './desk-words.ts';

/**
 * State of the data behind figures. `loading`: records are still being read, and counts and sums will change. `partial`:
 * some data never comes. `unknown`: none could be read.
 */
export type DataState = 'complete' | 'loading' | 'partial' | 'unknown';

/** Gaps in the data behind a page. */
export interface DataGaps {
  readonly state: DataState;
  readonly texts: readonly string[];
}

const statesWorstFirst = ['unknown', 'loading', 'partial', 'complete'] as const satisfies readonly DataState[];

function getState(data: ViewRow): DataState {
  const { status, gaps } = toRow(data['completeness']);
  if (status === 'unknown') return 'unknown';
  if (toRows(gaps).some(({ key }) => isLoadingKey(toText(key) ?? ''))) return 'loading';
  return toRows(gaps).length > 0 ? 'partial' : 'complete';
}

/** Lists what the data of answers lacks, each gap once. */
export function listGaps(answers: readonly ViewRow[]): DataGaps {
  const gaps = answers.flatMap((data) => toRows(toRow(data['completeness'])['gaps']));
  const texts = gaps.flatMap(({ text }) => toText(text) ?? []);
  const states = new Set(answers.map(getState));
  return { state: statesWorstFirst.find((state) => states.has(state)) ?? 'complete', texts: [...new Set(texts)] };
}

const qualifications = {
  complete: '',
  loading: ' so far',
  partial: ' of what was read',
  unknown: ', nothing was read',
} as const satisfies Readonly<Record<DataState, string>>;

/** Marks a count or sum where data is missing: `12 so far`. */
export const qualifyFigure = (figure: string, state: DataState): string => `${figure}${qualifications[state]}`;

/** Returns the title of the totals of a list, which are of the complete list, whatever part of it a page shows. */
export const getTotalTitle = (state: DataState): string =>
  state === 'complete' ? 'Total of all' : qualifyFigure('Total', state);

/** Renders what is missing, above the figures that it changes. */
export const renderGaps = ({ state, texts }: DataGaps): Markup =>
  texts.length === 0
    ? nothing
    : html`<section class="box" aria-labelledby="gaps">
        <h2 id="gaps">
          <span aria-hidden="true">!</span> ${state === 'loading' ? 'Not complete yet' : 'Not complete'}
        </h2>
        <ul>
          ${texts.map((text) => html`<li>${showText(formatSentence(text))}</li>`)}
        </ul>
        ${state === 'loading' ? html`<p>Figures marked “so far” will change. Load this page again in a minute.</p>` : nothing}
      </section>`;

/** Renders the time of the data in the desk's zone, and which records are older. */
export function renderDataTime(answers: readonly ViewRow[], zone: string): Markup {
  // The oldest answer decides: nothing on the page is older than the page says.
  const [asOf] = answers.flatMap((data) => toText(data['asOf']) ?? []).toSorted();
  const olderRecords = answers.flatMap((data) => toRows(data['olderRecords']));
  const older = new Map(olderRecords.map(({ records, asOf: at }) => [toText(records) ?? '', toText(at) ?? '']));
  return asOf === undefined
    ? nothing
    : html`<p class="as-of">
        As of
        ${renderTime(asOf, zone)}${[...older].map(([records, at]) => html`; ${showText(records)} as of ${renderTime(at, zone)}`)}
      </p>`;
}

/** Renders the notes of an answer: what its figures include, and what is odd in its data. */
export function renderNotes(data: ViewRow): Markup {
  const statuses = toRows(data['unknownStatuses']).map(
    ({ records, status }) => `Some ${String(records)} have a status that is not known: ${String(status)}.`,
  );
  const notes = [...toTexts(data['notes']), ...statuses];
  return notes.length === 0
    ? nothing
    : html`<ul class="notes">
        ${notes.map((note) => html`<li>${showText(formatSentence(note))}</li>`)}
      </ul>`;
}
