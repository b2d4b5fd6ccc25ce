import type { Random } from './random.ts';

/** Splits a list of words that people and companies are named with. */
const splitWords = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

const firstNames = splitWords(`
  Ada Ben Carla Dmitri Elena Frank Grace Hector Irene Jamal Kara Luis Mina Noah Olga Pedro Quinn Rosa Sam Tara Umar
  Vera Wes Ximena Yusuf Zoe Andre Bianca Cal Dolores Eli Fatima Gus Hana Ivan June Kofi Lena Marcus Nadia`);
const lastNames = splitWords(`
  Abbott Barrera Castellano Dunlap Eriksen Fontaine Garza Holloway Ibarra Jankowski Kessler Lindqvist Maddox Navarro
  Okafor Pruitt Quigley Rahman Sorensen Tran Ulrich Vasquez Whitlock Xiong Yoder Zamora Brannigan Colby Draper Ellery`);
const landWords = splitWords(`
  Amber Badger Basin Blackwater Bluestem Bramble Bristlecone Buckthorn Canyon Cedar Chinook Cinder Copper Cottonwood
  Coyote Crestview Driftwood Eagle Elkhorn Ember Fallow Ferncrest Flint Foxglove Gannet Granite Greywolf Harrier Hawk
  Heron Hickory Highmesa Ironbark Ironwood Jackrabbit Jasper Kestrel Lakeshore Larkspur Lodgepole Longleaf Mallard
  Maple Meadow Mesa Millstone Moonstone Muskrat Northfork Oakhill Osprey Palisade Pebble Pinecrest Plover Prairie
  Quarry Quartz Quillon Raven Redrock Ridgeline Riverbend Roadrunner Sagebrush Sandhill Shale Silver Sparrow Spruce
  Stonegate Summit Sycamore Tallgrass Tamarack Thistle Thunder Timber Trailhead Tumbleweed Umber Valley Vireo Walnut
  Whitetail Wildrye Willow Windrow Wolverine Yarrow Yellowpine Zephyr`);
const pairWords = splitWords(`
  Arrow Bay Bell Bend Bluff Branch Bridge Brook Cove Creek Crest Cross Dale Falls Field Ford Gate Glen Grove Harbor
  Hill Hollow Junction Knoll Lake Ledge Mill Pass Peak Plains Point Pond Ranch Ridge River Rock Run Springs Star
  Station Trail Vista Wood`);
const carrierWords = splitWords('Trucking Transport Logistics Freight Hauling Carriers Express Lines');
const carrierForms = splitWords('LLC LLC LLC Inc Inc Co');
const customerWords = splitWords(`
  Foods Packaging Produce Beverage Building-Supply Paper Plastics Appliance Furniture Grocers Hardware Metals
  Nutrition Outdoor Retail Textiles Tools Wholesale Dairy Bakery Chemical Auto-Parts Ceramics Lumber Machinery`);
const streets = splitWords('Commerce Industrial Distribution Warehouse Logistics Railhead Foundry Harvest Market Dock');
const streetKinds = splitWords('Way Blvd Pkwy Dr Ave Rd');
const sites = splitWords('DC Plant Warehouse Cross-Dock Cold-Storage Hub Yard');

const pairsTotal = landWords.length * pairWords.length;
/** Coprime to the number of pairs: neighbours in the list do not sound alike. */
const stride = 1597;

export const drawPersonName = (random: Random): string => `${random.pick(firstNames)} ${random.pick(lastNames)}`;

export const drawStreetLine = (random: Random): string =>
  `${random.drawInt(100, 9899)} ${random.pick(streets)} ${random.pick(streetKinds)}`;

export const drawSiteName = (random: Random, company: string, city: string): string =>
  `${company.split(' ').slice(0, 2).join(' ')} ${random.pick(sites).replace('-', ' ')}, ${city}`;

/**
 * Builds a name of two words, a different pair for every index. After some thousands the pairs repeat with a number.
 */
function buildFamilyName(index: number): string {
  const place = (index * stride) % pairsTotal;
  const land = landWords[place % landWords.length] ?? '';
  const pair = pairWords[Math.floor(place / landWords.length)] ?? '';
  const round = Math.floor(index / pairsTotal);
  return round === 0 ? `${land} ${pair}` : `${land} ${pair} ${round + 1}`;
}

export const drawCarrierName = (random: Random, index: number): string =>
  `${buildFamilyName(index)} ${random.pick(carrierWords)} ${random.pick(carrierForms)}`;

/**
 * Draws a customer's name. It starts half way through the pairs, so that in a small world no customer has a carrier's
 * name.
 */
export const drawCustomerName = (random: Random, index: number): string =>
  `${buildFamilyName(index + Math.floor(pairsTotal / 2))} ${random.pick(customerWords).replace('-', ' ')}`;

/** Converts a name to a part of a mail or web address. */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);

export const toMailAddress = (name: string, company: string): string => `${toSlug(name)}@${toSlug(company)}.example`;

const areaCodes = [217, 312, 469, 602, 404, 206, 816, 614, 704, 901] as const;

/** Builds a phone number from the range that is reserved for fiction. */
export const buildPhoneNumber = (index: number): string =>
  `(${areaCodes[index % 10]}) 555-01${String(Math.floor(index / 10) % 100).padStart(2, '0')}`;

/** Builds a routing number with a prefix that was never assigned and a valid check digit. */
export function buildRoutingNumber(index: number): string {
  const digits = `99${String(index % 1_000_000).padStart(6, '0')}`;
  const sum = [3, 7, 1, 3, 7, 1, 3, 7].reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
