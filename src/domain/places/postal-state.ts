/**
 * Three-digit ZIP prefixes by state, inclusive; the last matching row wins, so exceptions follow the range they cut.
 */
const zipRanges = [
  ['MA', 10, 27],
  ['RI', 28, 29],
  ['NH', 30, 38],
  ['ME', 39, 49],
  ['VT', 50, 59],
  ['CT', 60, 69],
  ['NJ', 70, 89],
  ['NY', 100, 149],
  ['PA', 150, 196],
  ['DE', 197, 199],
  ['DC', 200, 205],
  ['MD', 206, 219],
  ['VA', 220, 246],
  ['WV', 247, 268],
  ['NC', 270, 289],
  ['SC', 290, 299],
  ['GA', 300, 319],
  ['FL', 320, 349],
  ['AL', 350, 369],
  ['TN', 370, 385],
  ['MS', 386, 397],
  ['GA', 398, 399],
  ['KY', 400, 427],
  ['OH', 430, 459],
  ['IN', 460, 479],
  ['MI', 480, 499],
  ['IA', 500, 528],
  ['WI', 530, 549],
  ['MN', 550, 567],
  ['SD', 570, 577],
  ['ND', 580, 588],
  ['MT', 590, 599],
  ['IL', 600, 629],
  ['MO', 630, 658],
  ['KS', 660, 679],
  ['NE', 680, 693],
  ['LA', 700, 714],
  ['AR', 716, 729],
  ['OK', 730, 749],
  ['TX', 750, 799],
  ['CO', 800, 816],
  ['WY', 820, 831],
  ['ID', 832, 838],
  ['UT', 840, 847],
  ['AZ', 850, 865],
  ['NM', 870, 884],
  ['TX', 885, 885],
  ['NV', 889, 898],
  ['CA', 900, 961],
  ['HI', 967, 968],
  ['OR', 970, 979],
  ['WA', 980, 994],
  ['AK', 995, 999],
  ['NY', 5, 5],
  ['PR', 6, 9],
  ['MA', 55, 55],
  ['VA', 201, 201],
  ['DC', 569, 569],
  ['TX', 733, 733],
] as const;

/** Single codes across the line of the state that their prefix belongs to. */
const zipsAcross: Readonly<Record<string, string>> = {
  '06390': 'NY',
  '20588': 'MD',
  '20598': 'VA',
  '72643': 'MO',
  '73960': 'TX',
  '83414': 'WY',
};

/** ZIP prefixes on the smaller side of a split state. */
const zipZones = [
  ['America/Chicago', 324, 325],
  ['America/Chicago', 420, 424],
  ['America/Chicago', 463, 464],
  ['America/Chicago', 476, 477],
  ['America/New_York', 373, 374],
  ['America/New_York', 376, 379],
  ['America/Denver', 577, 577],
  ['America/Denver', 586, 586],
  ['America/Denver', 691, 691],
  ['America/Denver', 693, 693],
  ['America/Denver', 798, 799],
  ['America/Denver', 885, 885],
  ['America/Los_Angeles', 835, 835],
  ['America/Los_Angeles', 838, 838],
  ['America/Boise', 979, 979],
] as const;

/** First letter of a Canadian postal code. */
const canadianLetters: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};

export interface PostalState {
  readonly state: string;
  readonly country: 'US' | 'CA';
  /** Set where the code lies on the smaller side of a split state. */
  readonly zone?: string | undefined;
}

/**
 * Finds the state of a US ZIP or the province of a Canadian postal code; undefined for anything else, Mexican codes
 * included.
 */
export function findPostalState(postalCode: string): PostalState | undefined {
  const code = postalCode.trim().toUpperCase();
  if (/^[A-Z]\d[A-Z]/.test(code)) {
    const state = canadianLetters[code.charAt(0)];
    return state === undefined ? undefined : { state, country: 'CA' };
  }
  if (!/^\d{5}(-?\d{4})?$/.test(code)) return undefined;
  const prefix = Number(code.slice(0, 3));
  const row = zipRanges.findLast(([, from, to]) => prefix >= from && prefix <= to);
  if (!row) return undefined;
  const zone = zipZones.find(([, from, to]) => prefix >= from && prefix <= to)?.[0];
  return { state: zipsAcross[code.slice(0, 5)] ?? row[0], country: 'US', zone };
}
