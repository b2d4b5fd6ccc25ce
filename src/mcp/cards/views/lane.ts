import { draw, makeFactList, make, type CardPart, makeSection } from './kit/elements.ts';
import { makeLongList } from './kit/lists.ts';
import { toNumber, type ViewRow, toRow, toRows, toText } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { formatCount, extractFirstSentence, formatAmount, toWords } from './kit/words.ts';

showView({ name: 'lane', makeParts: makeLaneParts });

function makeLaneParts(data: ViewRow): readonly CardPart[] | undefined {
  const { origin, destination, loads } = toRow(data['lane']);
  if (toText(origin) === undefined) return undefined;
  return [
    make('h1', {}, `${toText(origin)} to ${toText(destination) ?? '?'}`),
    make('p', { class: 'lead' }, extractFirstSentence(data['summary'])),
    toNumber(loads) === 0 && make('p', { class: 'hint' }, 'No load ran here in these days.'),
    ...toRows(data['byCurrency']).map(priceSection),
    makeCarriersSection(toRows(data['carriers'])),
    makeLoadsSection(toRows(data['lastLoads'])),
    makeQuotesSection(toRow(data['quotes'])),
  ];
}

/* From the lowest to the highest price, with average and median, buy and sell to one scale. */

function priceSection(block: ViewRow): HTMLElement {
  const currency = toText(block['currency']);
  const sides = [
    ['Buy', toRow(block['buy'])],
    ['Sell', toRow(block['sell'])],
  ] as const;
  const highest = Math.max(1, ...sides.map(([, price]) => toNumber(price['high']) ?? 0));
  const margin = toNumber(block['margin']);
  return makeSection(
    `Prices, ${currency ?? ''}`,
    make(
      'ul',
      { class: 'bars' },
      ...sides.map(([title, price]) => make('li', {}, makePriceLine(title, price, { currency, highest }))),
    ),
    make(
      'p',
      { class: 'hint' },
      'From the lowest to the highest price; the stroke is the average, the ring the median.',
    ),
    makeFactList([
      [
        'Margin',
        margin !== undefined &&
          [formatAmount(margin, currency), formatPercent(block['marginPercent'])].filter(Boolean).join(', '),
      ],
      ['Last 30 days', describePrices(toRow(block['recent']), currency)],
      ['Before that', describePrices(toRow(block['earlier']), currency)],
    ]),
  );
}

const formatPercent = (value: unknown): string | undefined => {
  const number = toNumber(value);
  return number === undefined ? undefined : `${number} %`;
};

interface PriceScale {
  readonly currency: string | undefined;
  readonly highest: number;
}

function makePriceLine(title: string, price: ViewRow, scale: PriceScale): HTMLElement {
  const { currency } = scale;
  const formatValue = (value: unknown) => {
    const number = toNumber(value);
    return number === undefined ? undefined : formatAmount(number, currency);
  };
  const average = formatValue(price['average']);
  const mile = formatValue(price['perMile']);
  const loads = toNumber(price['loads']);
  const note = [
    formatValue(price['low']) && `${formatValue(price['low'])} to ${formatValue(price['high']) ?? '?'}`,
    formatValue(price['median']) && `median ${formatValue(price['median'])}`,
    mile && `${mile} a mile`,
    loads !== undefined && formatCount(loads, 'load'),
  ];
  return make(
    'div',
    { class: 'bar-line' },
    make('span', { class: 'name' }, title),
    make('span', { class: 'value' }, average === undefined ? 'unknown' : `average ${average}`),
    average !== undefined && drawRangeBar(price, scale),
    make('span', { class: 'note' }, note.filter(Boolean).join(', ')),
  );
}

const rowHeight = 20;

function drawRangeBar(price: ViewRow, { highest }: PriceScale): SVGElement {
  const toX = (value: unknown) => `${((toNumber(value) ?? 0) / highest) * 98 + 1}%`;
  const middle = rowHeight / 2;
  return draw(
    'svg',
    { class: 'bar', width: '100%', height: rowHeight, 'aria-hidden': 'true' },
    draw('line', { class: 'range', x1: toX(price['low']), x2: toX(price['high']), y1: middle, y2: middle }),
    draw('line', {
      class: 'range-mark',
      x1: toX(price['average']),
      x2: toX(price['average']),
      y1: 2,
      y2: rowHeight - 2,
    }),
    draw('circle', { class: 'range-ring', cx: toX(price['median']), cy: middle, r: 5 }),
  );
}

function describePrices(
  { loads, buy, sell, marginPercent }: ViewRow,
  currency: string | undefined,
): string | undefined {
  const count = toNumber(loads);
  if (count === undefined) return undefined;
  const formatNamed = (name: string, value: unknown) => {
    const number = toNumber(value);
    return number === undefined ? undefined : `${name} ${formatAmount(number, currency)}`;
  };
  const margin = formatPercent(marginPercent);
  return [formatCount(count, 'load'), formatNamed('buy', buy), formatNamed('sell', sell), margin && `margin ${margin}`]
    .filter(Boolean)
    .join(', ');
}

function makeCarriersSection(carriers: readonly ViewRow[]): HTMLElement | false {
  return (
    carriers.length > 0 &&
    makeSection(
      'Carriers',
      makeLongList(carriers, ({ name, number, loads, average, currency, last }) => {
        const amount = toNumber(average);
        return make(
          'div',
          { class: 'bar-line' },
          make('span', { class: 'name' }, [toText(name), toText(number)].filter(Boolean).join(' · ')),
          make(
            'span',
            { class: 'value' },
            amount === undefined ? '' : `average ${formatAmount(amount, toText(currency))}`,
          ),
          make(
            'span',
            { class: 'note' },
            [formatCount(toNumber(loads) ?? 0, 'load'), toText(last) && `last ${toText(last)}`]
              .filter(Boolean)
              .join(', '),
          ),
        );
      }),
    )
  );
}

function makeLoadsSection(loads: readonly ViewRow[]): HTMLElement | false {
  return (
    loads.length > 0 &&
    makeSection(
      'Last loads',
      makeLongList(loads, ({ shipment, day, carrier, currency, buy, sell }) => {
        const formatNamed = (name: string, value: unknown) => {
          const number = toNumber(value);
          return `${name} ${number === undefined ? 'unknown' : formatAmount(number, toText(currency))}`;
        };
        return make(
          'div',
          { class: 'item' },
          make('strong', { class: 'number' }, toText(shipment) ?? ''),
          make('span', { class: 'tag' }, toText(day) ?? ''),
          make('span', { class: 'value' }, ''),
          make(
            'span',
            { class: 'about' },
            [toText(carrier) ?? 'several carriers', formatNamed('buy', buy), formatNamed('sell', sell)].join(' · '),
          ),
        );
      }),
    )
  );
}

function makeQuotesSection(quotes: ViewRow): HTMLElement | false {
  const [won, lost] = [toNumber(quotes['won']), toNumber(quotes['lost'])];
  if (won === undefined || lost === undefined) return false;
  const reasons = toRows(quotes['reasons']).map(
    ({ reason, count }) => `${toWords(toText(reason) ?? '')} ${toNumber(count) ?? 0}`,
  );
  return makeSection(
    'Quotes closed',
    makeFactList([
      ['Won', won],
      ['Lost', lost],
      ['Win rate', formatPercent(quotes['winPercent'])],
      ['Lost for', reasons.join(', ')],
    ]),
  );
}
