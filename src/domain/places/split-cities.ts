/** Cities on the smaller side of a split state, written as `findZone` compares names. */
interface SplitCities {
  readonly state: string;
  readonly zone: string;
  readonly cities: readonly string[];
}

const rows = [
  ['AZ', 'America/Denver', 'window rock, kayenta, chinle, tuba city, fort defiance'],
  [
    'FL',
    'America/Chicago',
    'pensacola, panama city, destin, fort walton beach, crestview, marianna, niceville, milton',
  ],
  ['ID', 'America/Los_Angeles', 'coeur dalene, lewiston, moscow, post falls, sandpoint, hayden'],
  ['IN', 'America/Chicago', 'gary, hammond, east chicago, merrillville, valparaiso, portage, michigan city, la porte'],
  ['IN', 'America/Chicago', 'crown point, hobart, evansville, whiting, munster, schererville, chesterton, princeton'],
  ['KS', 'America/Denver', 'goodland, tribune, syracuse, sharon springs'],
  [
    'KY',
    'America/Chicago',
    'bowling green, owensboro, paducah, hopkinsville, henderson, madisonville, franklin, murray',
  ],
  ['KY', 'America/Kentucky/Louisville', 'louisville, shively, jeffersontown'],
  ['MI', 'America/Menominee', 'iron mountain, ironwood, menominee, iron river'],
  ['ND', 'America/Denver', 'dickinson, bowman, beach'],
  ['NE', 'America/Denver', 'scottsbluff, sidney, alliance, chadron, ogallala, gering, kimball'],
  ['NV', 'America/Denver', 'west wendover, jackpot'],
  ['OR', 'America/Boise', 'ontario, vale, nyssa'],
  ['SD', 'America/Denver', 'rapid city, spearfish, sturgis, belle fourche, hot springs'],
  ['TN', 'America/New_York', 'knoxville, chattanooga, kingsport, johnson city, bristol, morristown, cleveland'],
  ['TN', 'America/New_York', 'maryville, greeneville, oak ridge, athens, elizabethton, newport'],
  ['TX', 'America/Denver', 'el paso, horizon city, socorro, fort bliss'],
  ['BC', 'America/Edmonton', 'cranbrook, fernie'],
  ['BC', 'America/Dawson_Creek', 'dawson creek, fort st john'],
  ['NL', 'America/Goose_Bay', 'happy valley goose bay, goose bay, labrador city, wabush'],
  ['ON', 'America/Winnipeg', 'kenora, dryden, fort frances'],
  ['SK', 'America/Edmonton', 'lloydminster'],
  ['CHH', 'America/Ciudad_Juarez', 'ciudad juarez, juarez'],
  ['CHH', 'America/Ojinaga', 'ojinaga'],
  ['COA', 'America/Matamoros', 'piedras negras, ciudad acuna'],
  ['NLE', 'America/Matamoros', 'colombia, anahuac'],
  ['TAM', 'America/Matamoros', 'nuevo laredo, reynosa, matamoros, rio bravo, miguel aleman'],
] as const;

export const splitCities: readonly SplitCities[] = rows.map(([state, zone, cities]) => ({
  state,
  zone,
  cities: cities.split(', '),
}));
