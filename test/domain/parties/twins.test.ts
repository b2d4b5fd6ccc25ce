import { expect, test } from 'vitest';
import { isNamedAlike, listLikenesses, type PartySnapshot } from '../../../src/domain/parties/twins.ts';

const nobody: PartySnapshot = { names: [], numbers: [], emails: [], phones: [], addresses: [], accounts: [] };

test.each([
  ['Prairie Haul LLC', 'Prairie Haul Inc', true],
  ['Prairie Haul LLC', 'PrairieHaul', true],
  ['Prairie Haul', 'Prairi Haul Transport', true],
  ['Prairie Haul', 'Prarie Haul', true],
  ['Prairie Haul', 'Praiire Haul', true],
  ['A.B.C. Trucking', 'ABC Logistics', true],
  ['Prairie Haul', 'Prairie Wind', false],
  ['ABC Trucking', 'ABD Trucking', false],
  ['Prairie Haul', 'Sunset Freight', false],
  ['', 'Sunset Freight', false],
])('«%s» and «%s» are named alike: %s', (first, second, isAlike) => {
  expect(isNamedAlike(first, second)).toBe(isAlike);
});

test.each<[string, Partial<PartySnapshot>, Partial<PartySnapshot>, string[]]>([
  [
    'an MC however it is written',
    { numbers: [{ label: 'MC', value: '9000229' }] },
    { numbers: [{ label: 'MC', value: 'MC-9000229' }] },
    ['MC'],
  ],
  [
    'a number of another kind',
    { numbers: [{ label: 'MC', value: '9000229' }] },
    { numbers: [{ label: 'DOT', value: '9000229' }] },
    [],
  ],
  [
    'an EIN with and without its dash',
    { numbers: [{ label: 'EIN', value: '12-3456789' }] },
    { numbers: [{ label: 'EIN', value: '123456789' }] },
    ['EIN'],
  ],
  ['an address', { emails: ['ap@haul.example'] }, { emails: ['AP@haul.example '] }, ['e-mail']],
  ['a phone', { phones: ['+1 312 555 0101'] }, { phones: ['(312) 555-0101'] }, ['phone']],
  [
    'a street however it is shortened',
    { addresses: [{ line: '1200 W. Main Street', zip: '60607-1234' }] },
    { addresses: [{ line: '1200 West Main St', zip: '60607' }] },
    ['address'],
  ],
  [
    'the street of another town',
    { addresses: [{ line: '1200 Main St', zip: '60607' }] },
    { addresses: [{ line: '1200 Main St', zip: '75201' }] },
    [],
  ],
  [
    'an account at the same bank',
    { accounts: [{ bank: 'First Bank', ending: '4321' }] },
    { accounts: [{ bank: 'FIRST BANK', ending: '4321' }] },
    ['bank account'],
  ],
  [
    'digits of another bank',
    { accounts: [{ bank: 'First Bank', ending: '4321' }] },
    { accounts: [{ bank: 'Second Bank', ending: '4321' }] },
    [],
  ],
])('two companies have %s in common, or not', (_what, first, second, labels) => {
  const likenesses = listLikenesses({ ...nobody, ...first }, { ...nobody, ...second });

  expect(likenesses.map(({ label }) => label)).toEqual(labels);
});
