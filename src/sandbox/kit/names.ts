import type { Random } from './random.ts';

/** Words that the world's people and companies are named with. */
const words = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

const firstNames = words(`
  Ada Ben Carla Dmitri Elena Frank Grace Hector Irene Jamal Kara Luis Mina Noah Olga Pedro Quinn Rosa Sam Tara Umar
  Vera Wes Ximena Yusuf Zoe Andre Bianca Cal Dolores Eli Fatima Gus Hana Ivan June Kofi Lena Marcus Nadia`);
const lastNames = words(`
  Abbott Barrera Castellano Dunlap Eriksen Fontaine Garza Holloway Ibarra Jankowski Kessler Lindqvist Maddox Navarro
  Okafor Pruitt Quigley Rahman Sorensen Tran Ulrich Vasquez Whitlock Xiong Yoder Zamora Brannigan Colby Draper Ellery`);
const landWords = words(`
  Amber Badger Basin Blackwater Bluestem Bramble Bristlecone Buckthorn Canyon Cedar Chinook Cinder Copper Cottonwood
  Coyote Crestview Driftwood Eagle Elkhorn Ember Fallow Ferncrest Flint Foxglove Gannet Granite Greywolf Harrier Hawk
  Heron Hickory Highmesa Ironbark Ironwood Jackrabbit Jasper Kestrel Lakeshore Larkspur Lodgepole Longleaf Mallard
  Maple Meadow Mesa Millstone Moonstone Muskrat Northfork Oakhill Osprey Palisade Pebble Pinecrest Plover Prairie
  Quarry Quartz Quillon Raven Redrock Ridgeline Riverbend Roadrunner Sagebrush Sandhill Shale Silver Sparrow Spruce
  Stonegate Summit Sycamore Tallgrass Tamarack Thistle Thunder Timber Trailhead Tumbleweed Umber Valley Vireo Walnut
  Whitetail Wildrye Willow Windrow Wolverine Yarrow Yellowpine Zephyr`);
const pairWords = words(`
  Arrow Bay Bell Bend Bluff Branch Bridge Brook Cove Creek Crest Cross Dale Falls Field Ford Gate Glen Grove Harbor
  Hill Hollow Junction Knoll Lake Ledge Mill Pass Peak Plains Point Pond Ranch Ridge River Rock Run Springs Star
  Station Trail Vista Wood`);
const carrierWords = words('Trucking Transport Logistics Freight Hauling Carriers Express Lines');
const carrierForms = words('LLC LLC LLC Inc Inc Co');
const customerWords = words(`
  Foods Packaging Produce Beverage Building-Supply Paper Plastics Appliance Furniture Grocers Hardware Metals
  Nutrition Outdoor Retail Textiles Tools Wholesale Dairy Bakery Chemical Auto-Parts Ceramics Lumber Machinery`);
const streets = words('Commerce Industrial Distribution Warehouse Logistics Railhead Foundry Harvest Market Dock');
const streetKinds = words('Way Blvd Pkwy Dr Ave Rd');
const sites = words('DC Plant Warehouse Cross-Dock Cold-Storage Hub Yard');

const pairsTotal = landWords.length * pairWords.length;
/** Coprime to the number of pairs: neighbours in the list do not sound alike. */
const stride = 1597;

export const personName = (random: Random): string => `${random.pick(firstNames)} ${random.pick(lastNames)}`;

export const streetLine = (random: Random): string =>
  `${random.int(100, 9899)} ${random.pick(streets)} ${random.pick(streetKinds)}`;

export const siteName = (random: Random, company: string, city: string): string =>
  `${company.split(' ').slice(0, 2).join(' ')} ${random.pick(sites).replace('-', ' ')}, ${city}`;

/** Two telling words, another pair for every index; after some thousands the pairs come again with a number. */
function familyName(index: number): string {
  const place = (index * stride) % pairsTotal;
  const land = landWords[place % landWords.length] ?? '';
  const pair = pairWords[Math.floor(place / landWords.length)] ?? '';
  const round = Math.floor(index / pairsTotal);
  return round === 0 ? `${land} ${pair}` : `${land} ${pair} ${round + 1}`;
}

export const carrierName = (random: Random, index: number): string =>
  `${familyName(index)} ${random.pick(carrierWords)} ${random.pick(carrierForms)}`;

/** Starts half way through the pairs, so that in a small world no customer is called like a carrier. */
export const customerName = (random: Random, index: number): string =>
  `${familyName(index + Math.floor(pairsTotal / 2))} ${random.pick(customerWords).replace('-', ' ')}`;

/** A name as it is written in a mail or web address. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);

export const mailOf = (who: string, company: string): string => `${slugOf(who)}@${slugOf(company)}.example`;

const areaCodes = [217, 312, 469, 602, 404, 206, 816, 614, 704, 901] as const;

/** From the numbers that are reserved for fiction. */
export const phoneOf = (index: number): string =>
  `(${areaCodes[index % 10]}) 555-01${String(Math.floor(index / 10) % 100).padStart(2, '0')}`;

/** A routing number with a prefix that was never assigned, and a check digit that is right. */
export function routingNumberOf(index: number): string {
  const digits = `99${String(index % 1_000_000).padStart(6, '0')}`;
  const sum = [3, 7, 1, 3, 7, 1, 3, 7].reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
