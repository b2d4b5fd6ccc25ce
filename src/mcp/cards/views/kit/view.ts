import { drawPatterns } from './bars.ts';
import { make, type CardPart, makeSign } from './elements.ts';
import { type CardAnswer, connectToHost } from './host.ts';
import { makePlainTable } from './lists.ts';
import { toNumber, type ViewRow, toRow, toRows, toText } from './reading.ts';
import { extractFirstSentence, formatNumber } from './words.ts';

interface ViewDefinition {
  readonly name: string;
  /**
   * Makes the view of the tool's answer. Returns undefined for an answer of another form, which is shown as rows or
   * text.
   */
  readonly makeParts: (data: ViewRow) => readonly CardPart[] | undefined;
}

const card = document.querySelector('[data-card]');
const replace = (parts: readonly CardPart[]) => card?.replaceChildren(...make('div', {}, ...parts).childNodes);

const makeStatusLine = (mark: string, text: string) => make('p', { class: 'status' }, makeSign(mark), ` ${text}`);

/** Shows each answer that the host sends. The host shows the complete text of the answer beside the card. */
export function showView({ name, makeParts: parts }: ViewDefinition): void {
  document.body.append(drawPatterns());
  const show = (answer: CardAnswer) => replace(makeCardParts(answer, parts));
  const cancel = () => replace([makeStatusLine('–', 'The call was cancelled')]);
  connectToHost({ name: `waybill-${name}`, show, cancel }).catch(() =>
    replace([makeStatusLine('–', 'The host does not show this')]),
  );
}

function makeCardParts(answer: CardAnswer, makeViewParts: ViewDefinition['makeParts']): readonly CardPart[] {
  const data = toRow(answer.structuredContent);
  if (answer.isError === true) return [makeStatusLine('✕', 'Not done'), makePlainText(answer, data)];
  const drawn = makeViewParts(data);
  if (drawn !== undefined) return [makeGapLine(data), ...drawn, makeFootLine(data)];
  const rows = toRows(data['rows']);
  if (rows.length === 0) return [makeGapLine(data), makePlainText(answer, data)];
  return [
    makeGapLine(data),
    make('p', { class: 'lead' }, extractFirstSentence(data['summary'])),
    makePlainTable('Rows', rows),
    makeFootLine(data),
  ];
}

/** Makes the line above all figures that says which data is missing. */
function makeGapLine(data: ViewRow): HTMLElement | undefined {
  const gaps = toRows(toRow(data['completeness'])['gaps']).map(({ text }) => toText(text) ?? '');
  const texts = [...new Set(gaps)].filter((text) => text !== '');
  return texts.length === 0 ? undefined : makeStatusLine('!', `Incomplete: ${texts.join(' ')}`);
}

const makePlainText = ({ content = [] }: CardAnswer, data: ViewRow) =>
  make(
    'p',
    { class: 'text' },
    toText(toRow(data['error'])['message']) ??
      toText(data['summary']) ??
      content.map(({ text }) => text ?? '').join('\n'),
  );

/** Makes the line below the view: the number of rows that are shown, and the notes of the answer. */
function makeFootLine(data: ViewRow): HTMLElement | undefined {
  const [total, shownCount] = [toNumber(data['total']), toRows(data['rows']).length];
  const isPart = toText(data['nextCursor']) !== undefined;
  const page =
    total === undefined
      ? `Rows of a longer list: ${shownCount}`
      : `Rows shown: ${shownCount} of ${formatNumber(total)}`;
  const notes = Array.isArray(data['notes']) ? data['notes'].flatMap((note) => toText(note) ?? []) : [];
  const text = [isPart ? `${page}.` : '', ...notes].filter((text) => text !== '').join(' ');
  return text === '' ? undefined : make('p', { class: 'foot' }, text);
}
