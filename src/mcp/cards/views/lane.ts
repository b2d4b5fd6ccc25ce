import { draw, factList, make, type Part, section } from './kit/elements.ts';
import { longList } from './kit/lists.ts';
import { numberOf, type Row, rowOf, rowsOf, textOf } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { countText, firstSentence, moneyText, wordsOf } from './kit/words.ts';

showView({ name: 'lane', parts: laneParts });

function laneParts(data: Row): readonly Part[] | undefined {
  const { origin, destination, loads } = rowOf(data['lane']);
  if (textOf(origin) === undefined) return undefined;
  return [
    make('h1', {}, `${textOf(origin)} to ${textOf(destination) ?? '?'}`),
    make('p', { class: 'lead' }, firstSentence(data['summary'])),
    numberOf(loads) === 0 && make('p', { class: 'hint' }, 'No load ran here in these days.'),
    ...rowsOf(data['byCurrency']).map(priceSection),
    carriersSection(rowsOf(data['carriers'])),
    loadsSection(rowsOf(data['lastLoads'])),
    quotesSection(rowOf(data['quotes'])),
  ];
}

/* From the lowest to the highest price, with average and median, buy and sell to one scale. */

function priceSection(block: Row): HTMLElement {
  const currency = textOf(block['currency']);
  const sides = [
    ['Buy', rowOf(block['buy'])],
    ['Sell', rowOf(block['sell'])],
  ] as const;
  const highest = Math.max(1, ...sides.map(([, price]) => numberOf(price['high']) ?? 0));
  const margin = numberOf(block['margin']);
  return section(
    `Prices, ${currency ?? ''}`,
    make(
      'ul',
      { class: 'bars' },
      ...sides.map(([title, price]) => make('li', {}, priceLine(title, price, { currency, highest }))),
    ),
    make(
      'p',
      { class: 'hint' },
      'From the lowest to the highest price; the stroke is the average, the ring the median.',
    ),
    factList([
      [
        'Margin',
        margin !== undefined &&
          [moneyText(margin, currency), percentText(block['marginPercent'])].filter(Boolean).join(', '),
      ],
      ['Last 30 days', shortText(rowOf(block['recent']), currency)],
      ['Before that', shortText(rowOf(block['earlier']), currency)],
    ]),
  );
}

const percentText = (value: unknown): string | undefined => {
  const number = numberOf(value);
  return number === undefined ? undefined : `${number} %`;
};

interface Scale {
  readonly currency: string | undefined;
  readonly highest: number;
}

function priceLine(title: string, price: Row, scale: Scale): HTMLElement {
  const { currency } = scale;
  const money = (value: unknown) => {
    const number = numberOf(value);
    return number === undefined ? undefined : moneyText(number, currency);
  };
  const average = money(price['average']);
  const mile = money(price['perMile']);
  const loads = numberOf(price['loads']);
  const note = [
    money(price['low']) && `${money(price['low'])} to ${money(price['high']) ?? '?'}`,
    money(price['median']) && `median ${money(price['median'])}`,
    mile && `${mile} a mile`,
    loads !== undefined && countText(loads, 'load'),
  ];
  return make(
    'div',
    { class: 'bar-line' },
    make('span', { class: 'name' }, title),
    make('span', { class: 'value' }, average === undefined ? 'unknown' : `average ${average}`),
    average !== undefined && rangeBar(price, scale),
    make('span', { class: 'note' }, note.filter(Boolean).join(', ')),
  );
}

const rowHeight = 20;

function rangeBar(price: Row, { highest }: Scale): SVGElement {
  const at = (value: unknown) => `${((numberOf(value) ?? 0) / highest) * 98 + 1}%`;
  const middle = rowHeight / 2;
  return draw(
    'svg',
    { class: 'bar', width: '100%', height: rowHeight, 'aria-hidden': 'true' },
    draw('line', { class: 'range', x1: at(price['low']), x2: at(price['high']), y1: middle, y2: middle }),
    draw('line', { class: 'range-mark', x1: at(price['average']), x2: at(price['average']), y1: 2, y2: rowHeight - 2 }),
    draw('circle', { class: 'range-ring', cx: at(price['median']), cy: middle, r: 5 }),
  );
}

function shortText({ loads, buy, sell, marginPercent }: Row, currency: string | undefined): string | undefined {
  const count = numberOf(loads);
  if (count === undefined) return undefined;
  const money = (name: string, value: unknown) => {
    const number = numberOf(value);
    return number === undefined ? undefined : `${name} ${moneyText(number, currency)}`;
  };
  const margin = percentText(marginPercent);
  return [countText(count, 'load'), money('buy', buy), money('sell', sell), margin && `margin ${margin}`]
    .filter(Boolean)
    .join(', ');
}

function carriersSection(carriers: readonly Row[]): HTMLElement | false {
  return (
    carriers.length > 0 &&
    section(
      'Carriers',
      longList(carriers, ({ name, number, loads, average, currency, last }) => {
        const amount = numberOf(average);
        return make(
          'div',
          { class: 'bar-line' },
          make('span', { class: 'name' }, [textOf(name), textOf(number)].filter(Boolean).join(' · ')),
          make(
            'span',
            { class: 'value' },
            amount === undefined ? '' : `average ${moneyText(amount, textOf(currency))}`,
          ),
          make(
            'span',
            { class: 'note' },
            [countText(numberOf(loads) ?? 0, 'load'), textOf(last) && `last ${textOf(last)}`]
              .filter(Boolean)
              .join(', '),
          ),
        );
      }),
    )
  );
}

function loadsSection(loads: readonly Row[]): HTMLElement | false {
  return (
    loads.length > 0 &&
    section(
      'Last loads',
      longList(loads, ({ shipment, day, carrier, currency, buy, sell }) => {
        const money = (name: string, value: unknown) => {
          const number = numberOf(value);
          return `${name} ${number === undefined ? 'unknown' : moneyText(number, textOf(currency))}`;
        };
        return make(
          'div',
          { class: 'item' },
          make('strong', { class: 'number' }, textOf(shipment) ?? ''),
          make('span', { class: 'tag' }, textOf(day) ?? ''),
          make('span', { class: 'value' }, ''),
          make(
            'span',
            { class: 'about' },
            [textOf(carrier) ?? 'several carriers', money('buy', buy), money('sell', sell)].join(' · '),
          ),
        );
      }),
    )
  );
}

function quotesSection(quotes: Row): HTMLElement | false {
  const [won, lost] = [numberOf(quotes['won']), numberOf(quotes['lost'])];
  if (won === undefined || lost === undefined) return false;
  const reasons = rowsOf(quotes['reasons']).map(
    ({ reason, count }) => `${wordsOf(textOf(reason) ?? '')} ${numberOf(count) ?? 0}`,
  );
  return section(
    'Quotes closed',
    factList([
      ['Won', won],
      ['Lost', lost],
      ['Win rate', percentText(quotes['winPercent'])],
      ['Lost for', reasons.join(', ')],
    ]),
  );
}
