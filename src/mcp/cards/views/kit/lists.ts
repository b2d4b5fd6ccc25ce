import { make, type CardPart } from './elements.ts';
import { toNumber, type ViewRow } from './reading.ts';
import { formatCell, toTitle } from './words.ts';

const shownAtFirst = 8;

/** Makes a list that starts short and shows the rest on request, because a thousand rows would fill the chat. */
export function makeLongList<Item>(items: readonly Item[], makeItem: (item: Item) => CardPart): HTMLElement {
  const list = make('ul', { class: 'items' });
  const add = (batch: readonly Item[]) => list.append(...batch.map((item) => make('li', {}, makeItem(item))));
  return addRestButton(list, items, add);
}

export interface TableColumn {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly text: (row: ViewRow) => string;
}

/** Makes a table that scrolls on its own if it is too wide, also by keyboard. */
export function makeTable(caption: string, columns: readonly TableColumn[], rows: readonly ViewRow[]): HTMLElement {
  const body = make('tbody', {});
  const add = (batch: readonly ViewRow[]) => body.append(...batch.map((row) => makeTableRow(columns, row)));
  const heads = columns.map(({ title, isNumber }) =>
    make('th', { scope: 'col', class: isNumber ? 'number' : undefined }, title),
  );
  const table = make('table', {}, make('caption', {}, caption), make('thead', {}, make('tr', {}, ...heads)), body);
  return addRestButton(
    make('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': caption }, table),
    rows,
    add,
  );
}

function makeTableRow(columns: readonly TableColumn[], row: ViewRow): HTMLElement {
  const cells = columns.map(({ text, isNumber }, index) =>
    index === 0
      ? make('th', { scope: 'row' }, text(row))
      : make('td', { class: isNumber ? 'number' : undefined }, text(row)),
  );
  return make('tr', {}, ...cells);
}

/** Makes a table of rows of any form, with one column for each member under its own name. */
export function makePlainTable(caption: string, rows: readonly ViewRow[]): HTMLElement {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => key !== 'currency');
  const columns = keys.map((key) => ({
    title: toTitle(key),
    isNumber: rows.some((row) => toNumber(row[key]) !== undefined),
    text: (row: ViewRow) => formatCell(key, row[key], row['currency']),
  }));
  return makeTable(caption, columns, rows);
}

function addRestButton<Item>(holder: HTMLElement, items: readonly Item[], add: (batch: readonly Item[]) => void) {
  add(items.slice(0, shownAtFirst));
  const rest = items.slice(shownAtFirst);
  if (rest.length === 0) return holder;
  const button = make('button', { type: 'button', class: 'quiet' }, `Show ${rest.length} more`);
  const whole = make('div', {}, holder, button);
  button.addEventListener('click', () => {
    add(rest);
    button.remove();
    // Where the keyboard was is gone: it goes on at the list.
    holder.setAttribute('tabindex', '0');
    holder.focus();
  });
  return whole;
}
