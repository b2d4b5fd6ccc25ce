import { factList, make, type Part, section, sign } from './kit/elements.ts';
import { longList } from './kit/lists.ts';
import { numberOf, type Row, rowOf, rowsOf, textOf, textsOf } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { countText, moneyText, titleOf, wordsOf } from './kit/words.ts';

showView({ name: 'carrier', parts: carrierParts });

interface VerdictLook {
  readonly mark: string;
  readonly text: string;
  /** Classes of its box. */
  readonly look: string;
}

const verdicts: Readonly<Record<string, VerdictLook>> = {
  pass: { mark: '✓', text: 'Pass: no rule speaks against it', look: 'verdict' },
  caution: { mark: '!', text: 'Caution: look at the reasons first', look: 'verdict box' },
  fail: { mark: '✕', text: 'Fail: do not use', look: 'verdict box problem' },
};

/** Undefined for a carrier of the public registry, which has no file of its own. */
function carrierParts(data: Row): readonly Part[] | undefined {
  const record = rowOf(data['record']);
  const { overall, findings } = rowOf(data['verdict']);
  if (textOf(record['name']) === undefined || textOf(overall) === undefined) return undefined;
  return [
    make('h1', {}, [textOf(record['name']), textOf(record['friendlyId'])].filter(Boolean).join(' · ')),
    verdictBox(String(overall), rowsOf(findings)),
    ...findingSections(rowsOf(findings)),
    exposureSection(rowOf(data['exposure'])),
    profileSection(record),
  ];
}

function verdictBox(overall: string, findings: readonly Row[]): HTMLElement {
  const unknownVerdict: VerdictLook = { mark: '', text: titleOf(overall), look: 'verdict box' };
  const { mark, text, look } = verdicts[overall.toLowerCase()] ?? unknownVerdict;
  const outcomes = ['pass', 'fail', 'unknown'].map((outcome) => `${countOf(findings, outcome)} ${outcome}`).join(', ');
  return make(
    'p',
    { class: look },
    sign(mark),
    make('strong', {}, ` ${text}`),
    make('span', { class: 'soft' }, ` (${outcomes})`),
  );
}

const countOf = (findings: readonly Row[], outcome: string): number =>
  findings.filter((finding) => finding['outcome'] === outcome).length;

const marks: Readonly<Record<string, string>> = { pass: '✓', fail: '✕', unknown: '?' };

/** What counts first; what passed is folded. */
function findingSections(findings: readonly Row[]): readonly Part[] {
  const passed = findings.filter(({ outcome }) => outcome === 'pass');
  const others = findings
    .filter(({ outcome }) => outcome !== 'pass')
    .toSorted((one, other) => weightOf(one) - weightOf(other));
  const hasFailed = others.some(({ outcome }) => outcome === 'fail');
  return [
    others.length > 0 &&
      section(hasFailed ? 'What speaks against it' : 'What is not known', longList(others, findingLine)),
    passed.length > 0 &&
      make(
        'section',
        {},
        make(
          'details',
          {},
          make('summary', {}, countText(passed.length, 'rule passed', 'rules passed')),
          make('ul', { class: 'items' }, ...passed.map((finding) => make('li', {}, findingLine(finding)))),
        ),
      ),
  ];
}

const weightOf = ({ outcome, severity }: Row): number =>
  (outcome === 'fail' ? 0 : 2) + (severity === 'blocking' ? 0 : 1);

function findingLine({ rule, outcome, severity, sentence, date, source }: Row): HTMLElement {
  const word = textOf(outcome) ?? '';
  return make(
    'div',
    { class: 'item' },
    make('strong', { class: word === 'fail' ? 'bad' : undefined }, sign(`${marks[word] ?? ''} `), titleOf(word)),
    make('span', { class: 'name' }, titleOf(textOf(rule) ?? '')),
    make('span', { class: 'tag' }, word === 'pass' ? '' : wordsOf(textOf(severity) ?? '')),
    make('span', { class: 'about' }, textOf(sentence) ?? ''),
    make('span', { class: 'about soft' }, sourceText(textOf(source), textOf(date))),
  );
}

/** `carrier.insuranceExpirationDate` as people say it. */
const sourceText = (source: string | undefined, date: string | undefined): string =>
  [source && `On record: ${wordsOf(source.replace(/^\w+\./, ''))}`, date].filter(Boolean).join(', ');

function exposureSection({ liveLoads, loads, openBills }: Row): HTMLElement {
  const named = rowsOf(loads).map(({ load, shipment, status }) =>
    [textOf(load), textOf(shipment), wordsOf(textOf(status) ?? '')].filter(Boolean).join(' · '),
  );
  const bills = rowsOf(openBills).map(
    ({ currency, count, amount }) =>
      `${moneyText(numberOf(amount) ?? 0, textOf(currency))} in ${countText(numberOf(count) ?? 0, 'bill')}`,
  );
  return section(
    'At stake',
    factList([
      ['Live loads', numberOf(liveLoads) ?? named.length],
      ['Open bills', bills.join('; ') || 'none'],
    ]),
    named.length > 0 && longList(named, (line) => make('span', { class: 'about' }, line)),
  );
}

function profileSection(record: Row): HTMLElement {
  const insurance = rowOf(record['insurance']);
  const cover = (amount: unknown) => {
    const number = numberOf(amount);
    return number === undefined ? undefined : moneyText(number);
  };
  const payTo = rowsOf(record['payTo']).map(({ type, name, account, changedOn, isPreferred }) =>
    [
      name,
      textOf(type),
      account,
      isPreferred === true ? 'preferred' : undefined,
      changedOn && `since ${textOf(changedOn)}`,
    ]
      .flatMap((part) => textOf(part) ?? [])
      .join(', '),
  );
  return section(
    'Profile',
    factList([
      [
        'Numbers',
        [record['mcNumber'], dotText(record['dotNumber']), record['scac']]
          .flatMap((one) => textOf(one) ?? [])
          .join(', '),
      ],
      ['Place', textOf(record['place'])],
      ['Equipment', textsOf(record['equipments']).map(titleOf).join(', ')],
      ['Phone', textOf(record['phone'])],
      [
        'Insurance',
        [textOf(insurance['company']), textOf(insurance['expiresOn']) && `until ${textOf(insurance['expiresOn'])}`]
          .filter(Boolean)
          .join(', '),
      ],
      [
        'Cover',
        [
          cover(insurance['auto']) && `auto ${cover(insurance['auto'])}`,
          cover(insurance['cargo']) && `cargo ${cover(insurance['cargo'])}`,
        ]
          .filter(Boolean)
          .join(', '),
      ],
      ['Paid to', payTo.join('; ')],
      ['Terms', textOf(record['paymentTerm'])],
    ]),
  );
}

const dotText = (number: unknown): string | undefined => textOf(number) && `DOT ${textOf(number)}`;
