import { makeFactList, make, type CardPart, makeSection, makeSign } from './kit/elements.ts';
import { makeLongList } from './kit/lists.ts';
import { toNumber, type ViewRow, toRow, toRows, toText, toTexts } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { formatCount, formatAmount, toTitle, toWords } from './kit/words.ts';

showView({ name: 'carrier', makeParts: makeCarrierParts });

interface VerdictLook {
  readonly mark: string;
  readonly text: string;
  /** Classes of its box. */
  readonly look: string;
}

const verdicts: Readonly<Record<string, VerdictLook>> = {
  pass: { mark: '✓', text: 'Pass: no warnings', look: 'verdict' },
  caution: { mark: '!', text: 'Caution: look at the reasons first', look: 'verdict box' },
  fail: { mark: '✕', text: 'Fail: do not use', look: 'verdict box problem' },
};

/**
 * Makes the view of a carrier's file. Returns undefined for a carrier of the public registry, which has no file at the
 * desk.
 */
function makeCarrierParts(data: ViewRow): readonly CardPart[] | undefined {
  const record = toRow(data['record']);
  const { overall, findings } = toRow(data['verdict']);
  if (toText(record['name']) === undefined || toText(overall) === undefined) return undefined;
  return [
    make('h1', {}, [toText(record['name']), toText(record['friendlyId'])].filter(Boolean).join(' · ')),
    makeVerdictBox(String(overall), toRows(findings)),
    ...makeFindingSections(toRows(findings)),
    makeExposureSection(toRow(data['exposure'])),
    makeProfileSection(record),
  ];
}

function makeVerdictBox(overall: string, findings: readonly ViewRow[]): HTMLElement {
  const unknownVerdict: VerdictLook = { mark: '', text: toTitle(overall), look: 'verdict box' };
  const { mark, text, look } = verdicts[overall.toLowerCase()] ?? unknownVerdict;
  const outcomes = ['pass', 'fail', 'unknown']
    .map((outcome) => `${countOutcomes(findings, outcome)} ${outcome}`)
    .join(', ');
  return make(
    'p',
    { class: look },
    makeSign(mark),
    make('strong', {}, ` ${text}`),
    make('span', { class: 'soft' }, ` (${outcomes})`),
  );
}

const countOutcomes = (findings: readonly ViewRow[], outcome: string): number =>
  findings.filter((finding) => finding['outcome'] === outcome).length;

const marks: Readonly<Record<string, string>> = { pass: '✓', fail: '✕', unknown: '?' };

/** Makes the sections of findings: open ones first, by weight, and the passed ones folded. */
function makeFindingSections(findings: readonly ViewRow[]): readonly CardPart[] {
  const passed = findings.filter(({ outcome }) => outcome === 'pass');
  const openFindings = findings
    .filter(({ outcome }) => outcome !== 'pass')
    .toSorted((finding, other) => getWeight(finding) - getWeight(other));
  const hasFailed = openFindings.some(({ outcome }) => outcome === 'fail');
  return [
    openFindings.length > 0 &&
      makeSection(hasFailed ? 'Warnings' : 'Not checked', makeLongList(openFindings, makeFindingLine)),
    passed.length > 0 &&
      make(
        'section',
        {},
        make(
          'details',
          {},
          make('summary', {}, formatCount(passed.length, 'rule passed', 'rules passed')),
          make('ul', { class: 'items' }, ...passed.map((finding) => make('li', {}, makeFindingLine(finding)))),
        ),
      ),
  ];
}

const getWeight = ({ outcome, severity }: ViewRow): number =>
  (outcome === 'fail' ? 0 : 2) + (severity === 'blocking' ? 0 : 1);

function makeFindingLine({ rule, outcome, severity, sentence, date, source }: ViewRow): HTMLElement {
  const word = toText(outcome) ?? '';
  return make(
    'div',
    { class: 'item' },
    make('strong', { class: word === 'fail' ? 'bad' : undefined }, makeSign(`${marks[word] ?? ''} `), toTitle(word)),
    make('span', { class: 'name' }, toTitle(toText(rule) ?? '')),
    make('span', { class: 'tag' }, word === 'pass' ? '' : toWords(toText(severity) ?? '')),
    make('span', { class: 'about' }, toText(sentence) ?? ''),
    make('span', { class: 'about soft' }, formatSource(toText(source), toText(date))),
  );
}

/** Formats a source such as `carrier.insuranceExpirationDate` in plain words, with its date. */
const formatSource = (source: string | undefined, date: string | undefined): string =>
  [source && `On record: ${toWords(source.replace(/^\w+\./, ''))}`, date].filter(Boolean).join(', ');

function makeExposureSection({ liveLoads, loads, openBills }: ViewRow): HTMLElement {
  const loadTexts = toRows(loads).map(({ load, shipment, status }) =>
    [toText(load), toText(shipment), toWords(toText(status) ?? '')].filter(Boolean).join(' · '),
  );
  const bills = toRows(openBills).map(
    ({ currency, count, amount }) =>
      `${formatAmount(toNumber(amount) ?? 0, toText(currency))} in ${formatCount(toNumber(count) ?? 0, 'bill')}`,
  );
  return makeSection(
    'At stake',
    makeFactList([
      ['Live loads', toNumber(liveLoads) ?? loadTexts.length],
      ['Open bills', bills.join('; ') || 'none'],
    ]),
    loadTexts.length > 0 && makeLongList(loadTexts, (line) => make('span', { class: 'about' }, line)),
  );
}

function makeProfileSection(record: ViewRow): HTMLElement {
  const insurance = toRow(record['insurance']);
  const formatCover = (amount: unknown) => {
    const number = toNumber(amount);
    return number === undefined ? undefined : formatAmount(number);
  };
  const payTo = toRows(record['payTo']).map(({ type, name, account, changedOn, isPreferred }) =>
    [
      name,
      toText(type),
      account,
      isPreferred === true ? 'preferred' : undefined,
      changedOn && `since ${toText(changedOn)}`,
    ]
      .flatMap((part) => toText(part) ?? [])
      .join(', '),
  );
  return makeSection(
    'Profile',
    makeFactList([
      [
        'Numbers',
        [record['mcNumber'], formatDotNumber(record['dotNumber']), record['scac']]
          .flatMap((identifier) => toText(identifier) ?? [])
          .join(', '),
      ],
      ['Place', toText(record['place'])],
      ['Equipment', toTexts(record['equipments']).map(toTitle).join(', ')],
      ['Phone', toText(record['phone'])],
      [
        'Insurance',
        [toText(insurance['company']), toText(insurance['expiresOn']) && `until ${toText(insurance['expiresOn'])}`]
          .filter(Boolean)
          .join(', '),
      ],
      [
        'Cover',
        [
          formatCover(insurance['auto']) && `auto ${formatCover(insurance['auto'])}`,
          formatCover(insurance['cargo']) && `cargo ${formatCover(insurance['cargo'])}`,
        ]
          .filter(Boolean)
          .join(', '),
      ],
      ['Paid to', payTo.join('; ')],
      ['Terms', toText(record['paymentTerm'])],
    ]),
  );
}

const formatDotNumber = (number: unknown): string | undefined => toText(number) && `DOT ${toText(number)}`;
