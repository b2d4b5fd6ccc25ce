import { make, type Part } from './elements.ts';
import { numberOf, type Row } from './reading.ts';
import { cellText, titleOf } from './words.ts';

const shownAtFirst = 8;

/** A list that begins short and shows the rest when it is asked to: a thousand rows make a card that nobody leaves. */
export function longList<Item>(items: readonly Item[], itemOf: (item: Item) => Part): HTMLElement {
  const list = make('ul', { class: 'items' });
  const add = (some: readonly Item[]) => list.append(...some.map((item) => make('li', {}, itemOf(item))));
  return withRest(list, items, add);
}

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly text: (row: Row) => string;
}

/** A table that scrolls by itself where it is too wide, also by keyboard. */
export function dataTable(caption: string, columns: readonly Column[], rows: readonly Row[]): HTMLElement {
  const body = make('tbody', {});
  const add = (some: readonly Row[]) => body.append(...some.map((row) => tableRow(columns, row)));
  const heads = columns.map(({ title, isNumber }) =>
    make('th', { scope: 'col', class: isNumber ? 'number' : undefined }, title),
  );
  const table = make('table', {}, make('caption', {}, caption), make('thead', {}, make('tr', {}, ...heads)), body);
  return withRest(make('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': caption }, table), rows, add);
}

function tableRow(columns: readonly Column[], row: Row): HTMLElement {
  const cells = columns.map(({ text, isNumber }, index) =>
    index === 0
      ? make('th', { scope: 'row' }, text(row))
      : make('td', { class: isNumber ? 'number' : undefined }, text(row)),
  );
  return make('tr', {}, ...cells);
}

/** Rows of any form: each member is a column, under its own name. */
export function plainTable(caption: string, rows: readonly Row[]): HTMLElement {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => key !== 'currency');
  const columns = keys.map((key) => ({
    title: titleOf(key),
    isNumber: rows.some((row) => numberOf(row[key]) !== undefined),
    text: (row: Row) => cellText(key, row[key], row['currency']),
  }));
  return dataTable(caption, columns, rows);
}

function withRest<Item>(holder: HTMLElement, items: readonly Item[], add: (some: readonly Item[]) => void) {
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
