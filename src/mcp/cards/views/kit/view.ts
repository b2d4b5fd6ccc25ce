import { patternDefinitions } from './bars.ts';
import { make, type Part, sign } from './elements.ts';
import { type Answer, meetHost } from './host.ts';
import { plainTable } from './lists.ts';
import { numberOf, type Row, rowOf, rowsOf, textOf } from './reading.ts';
import { firstSentence, numberText } from './words.ts';

interface View {
  readonly name: string;
  /** What an answer of the tool looks like; undefined where it is of another form, which is shown as rows or as text. */
  readonly parts: (data: Row) => readonly Part[] | undefined;
}

const card = document.querySelector('[data-card]');
const replace = (parts: readonly Part[]) => card?.replaceChildren(...make('div', {}, ...parts).childNodes);

const statusLine = (mark: string, text: string) => make('p', { class: 'status' }, sign(mark), ` ${text}`);

/** Shows each answer that the host hands over; the text of the answer stands beside the card, complete. */
export function showView({ name, parts }: View): void {
  document.body.append(patternDefinitions());
  const show = (answer: Answer) => replace(partsOf(answer, parts));
  const cancel = () => replace([statusLine('–', 'The call was cancelled')]);
  meetHost({ name: `waybill-${name}`, show, cancel }).catch(() =>
    replace([statusLine('–', 'The host does not show this')]),
  );
}

function partsOf(answer: Answer, parts: View['parts']): readonly Part[] {
  const data = rowOf(answer.structuredContent);
  if (answer.isError === true) return [statusLine('✕', 'Not done'), plainText(answer, data)];
  const drawn = parts(data);
  if (drawn !== undefined) return [gapLine(data), ...drawn, footLine(data)];
  const rows = rowsOf(data['rows']);
  if (rows.length === 0) return [gapLine(data), plainText(answer, data)];
  return [
    gapLine(data),
    make('p', { class: 'lead' }, firstSentence(data['summary'])),
    plainTable('Rows', rows),
    footLine(data),
  ];
}

/** Says above all figures that data is missing behind them. */
function gapLine(data: Row): HTMLElement | undefined {
  const gaps = rowsOf(rowOf(data['completeness'])['gaps']).map(({ text }) => textOf(text) ?? '');
  const said = [...new Set(gaps)].filter((text) => text !== '');
  return said.length === 0 ? undefined : statusLine('!', `Incomplete: ${said.join(' ')}`);
}

const plainText = ({ content = [] }: Answer, data: Row) =>
  make(
    'p',
    { class: 'text' },
    textOf(rowOf(data['error'])['message']) ??
      textOf(data['summary']) ??
      content.map(({ text }) => text ?? '').join('\n'),
  );

/** What is not shown, and what the answer does not know. */
function footLine(data: Row): HTMLElement | undefined {
  const [total, shown] = [numberOf(data['total']), rowsOf(data['rows']).length];
  const isPart = textOf(data['nextCursor']) !== undefined;
  const page = total === undefined ? `Rows of a longer list: ${shown}` : `Rows shown: ${shown} of ${numberText(total)}`;
  const notes = Array.isArray(data['notes']) ? data['notes'].flatMap((note) => textOf(note) ?? []) : [];
  const said = [isPart ? `${page}.` : '', ...notes].filter((text) => text !== '').join(' ');
  return said === '' ? undefined : make('p', { class: 'foot' }, said);
}
