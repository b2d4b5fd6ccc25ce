import { html } from 'hono/html';
import { toRows, toText, type ViewRow } from '../cards/views/kit/reading.ts';
import { type Markup, nothing } from '../page/markup.ts';
import { type DataState, getTotalTitle, listGaps, renderDataTime, renderGaps, renderNotes } from './answer-state.ts';
import { renderChart } from './chart-fold.ts';
import { type DeskList, formatListCount, type ListChoice } from './desk-lists.ts';
import { formatCount, formatWhole } from './desk-words.ts';
import { renderTable, type TableTotal } from './table-view.ts';

interface DeskListPage {
  readonly list: DeskList;
  readonly choice: ListChoice;
  readonly data: ViewRow;
  /** Text of the answer, for its chart. */
  readonly text: string;
  /** The answer to the whole list, which has the counts of its choices. */
  readonly whole: ViewRow;
  /** Markup between heading and rows, such as sums by due date. */
  readonly summary?: Markup | undefined;
  readonly isFirstPage: boolean;
  readonly zone: string;
}

/** Renders a list: its conclusion with the time of the data, its parts as links, and its rows with totals of all. */
export function renderListPage(page: DeskListPage): Markup {
  const { list, choice, data, text, summary = nothing, isFirstPage, zone } = page;
  const rows = toRows(data['rows']);
  const gaps = listGaps([data]);
  return html`<h1>${list.title}${choice.name === '' ? nothing : `: ${choice.title.toLowerCase()}`}</h1>
    <p class="lead">
      ${rows.length === 0 && isFirstPage && gaps.texts.length === 0 ? (choice.name === '' ? list.none : `${choice.title}: none.`) : `${formatListCount(list, data, gaps.state)}, ${list.order}.`}
    </p>
    ${renderDataTime([data], zone)} ${renderGaps(gaps)} ${renderChoices(page)} ${summary}
    ${
      rows.length === 0
        ? html`<p class="empty">${gaps.state === 'loading' ? 'Nothing was read yet.' : 'Nothing to show here.'}</p>`
        : renderTable({ caption: list.title, columns: list.columns, rows, totals: listTotals(page, gaps.state), zone })
    }
    ${renderRest(page, rows.length)} ${renderNotes(data)}
    ${list.view === undefined ? nothing : renderChart({ view: list.view, title: list.title, text, data })}`;
}

const listTotals = ({ list, data }: DeskListPage, state: DataState): readonly TableTotal[] =>
  list.listTotals(data).map((row) => ({ title: getTotalTitle(state), row }));

function renderChoices({ list, choice: current, whole }: DeskListPage): Markup {
  if (list.choices.length < 2) return nothing;
  const counts = list.countChoices?.(whole);
  const shownChoices = list.choices.filter(
    ({ name }) => name === '' || name === current.name || counts === undefined || (counts.get(name) ?? 0) > 0,
  );
  return html`<nav class="choices" aria-label="Show">
    <ul>
      ${shownChoices.map(({ name, title }) => {
        const count = counts?.get(name);
        return html`<li>
          <a href="${formatListAddress(list, name)}" ${name === current.name ? html`aria-current="page"` : nothing}
            >${title}${count === undefined ? nothing : html` <span class="count">${formatWhole(count)}</span>`}</a
          >
        </li>`;
      })}
    </ul>
  </nav>`;
}

export const formatListAddress = ({ path }: Pick<DeskList, 'path'>, choice: string): string =>
  choice === '' ? `/desk/${path}` : `/desk/${path}?show=${encodeURIComponent(choice)}`;

/** Renders the link to the next rows, with how many of all are shown. */
function renderRest({ list, choice, data, isFirstPage }: DeskListPage, shownCount: number): Markup {
  const cursor = toText(data['nextCursor']);
  const total = data['total'];
  if (cursor === undefined && isFirstPage) return nothing;
  const address = formatListAddress(list, choice.name);
  return html`<p class="rest">
    ${formatCount(shownCount, 'row')} on this
    page${typeof total === 'number' ? `, ${formatWhole(total)} in all` : nothing}.
    ${isFirstPage ? nothing : html`<a class="button" href="${address}">First rows</a>`}
    ${
      cursor === undefined
        ? nothing
        : html`<a class="button" href="${address}${choice.name === '' ? '?' : '&'}cursor=${encodeURIComponent(cursor)}"
            >Next rows</a
          >`
    }
  </p>`;
}
