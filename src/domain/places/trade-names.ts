/** Short names of cities that the trade uses: airport and market codes, and what people call a city. */
const shortNames: Readonly<Record<string, string>> = {
  ABQ: 'Albuquerque, NM',
  ATL: 'Atlanta, GA',
  AUS: 'Austin, TX',
  BHM: 'Birmingham, AL',
  BNA: 'Nashville, TN',
  BOS: 'Boston, MA',
  BUF: 'Buffalo, NY',
  BWI: 'Baltimore, MD',
  CHI: 'Chicago, IL',
  CHS: 'Charleston, SC',
  CINCY: 'Cincinnati, OH',
  CLE: 'Cleveland, OH',
  CLT: 'Charlotte, NC',
  CMH: 'Columbus, OH',
  CVG: 'Cincinnati, OH',
  DEN: 'Denver, CO',
  DSM: 'Des Moines, IA',
  DTW: 'Detroit, MI',
  ELP: 'El Paso, TX',
  GSP: 'Greenville, SC',
  HOU: 'Houston, TX',
  IAH: 'Houston, TX',
  INDY: 'Indianapolis, IN',
  JAX: 'Jacksonville, FL',
  LAS: 'Las Vegas, NV',
  LAX: 'Los Angeles, CA',
  LIT: 'Little Rock, AR',
  LRD: 'Laredo, TX',
  MCO: 'Orlando, FL',
  MEM: 'Memphis, TN',
  MIA: 'Miami, FL',
  MKE: 'Milwaukee, WI',
  MSP: 'Minneapolis, MN',
  MSY: 'New Orleans, LA',
  MTY: 'Monterrey, NLE',
  NOLA: 'New Orleans, LA',
  NYC: 'New York, NY',
  OKC: 'Oklahoma City, OK',
  OMA: 'Omaha, NE',
  ORD: 'Chicago, IL',
  PDX: 'Portland, OR',
  PHILLY: 'Philadelphia, PA',
  PHL: 'Philadelphia, PA',
  PHX: 'Phoenix, AZ',
  PIT: 'Pittsburgh, PA',
  RDU: 'Raleigh, NC',
  SAT: 'San Antonio, TX',
  SAV: 'Savannah, GA',
  SDF: 'Louisville, KY',
  SEA: 'Seattle, WA',
  SFO: 'San Francisco, CA',
  SLC: 'Salt Lake City, UT',
  STL: 'St. Louis, MO',
  TPA: 'Tampa, FL',
  TUL: 'Tulsa, OK',
  VEGAS: 'Las Vegas, NV',
};

/** Short names that stand for several places. */
const sharedNames: Readonly<Record<string, readonly string[]>> = {
  LA: ['Los Angeles, CA', 'Louisiana'],
  KC: ['Kansas City, MO', 'Kansas City, KS'],
};

/** A region that the trade calls by a code, with its market and the cities that it stands for. */
interface Region {
  readonly market: string;
  readonly cities: readonly string[];
}
const regions: Readonly<Record<string, Region>> = {
  DFW: { market: 'TX_DAL', cities: ['Dallas, TX', 'Fort Worth, TX'] },
};

const toKey = (text: string): string => text.trim().replaceAll('.', '').toUpperCase();

/** Writes a short name out ("ATL" is "Atlanta, GA"); any other text stays itself. */
export function expandTradeName(text: string): string {
  const key = toKey(text);
  return Object.hasOwn(shortNames, key) ? (shortNames[key] ?? text) : text;
}

/** Lists the places that a short name can mean, where it has several; a name of one place has none. */
export function listSharedMeanings(text: string): readonly string[] {
  const key = toKey(text);
  return Object.hasOwn(sharedNames, key) ? (sharedNames[key] ?? []) : [];
}

/** Finds the region that a code such as "DFW" stands for. */
export function findRegion(text: string): Region | undefined {
  const key = toKey(text);
  return Object.hasOwn(regions, key) ? regions[key] : undefined;
}
