import { type Equipment, equipment } from '../../domain/freight/equipment.ts';
import { specialRequirements } from '../../domain/freight/special-requirements.ts';
import type { LaneEquipment } from '../../domain/places/lanes.ts';
import type { Random } from '../kit/random.ts';

export interface Haul {
  readonly equipment: Equipment;
  readonly kind: LaneEquipment;
  readonly requirementIds: readonly string[];
  /** JSON of the order's freight. */
  readonly freight: string;
}

const named = (name: string): Equipment => {
  const found = equipment.find((entry) => entry.name === name);
  if (!found) throw new RangeError(`no such equipment: ${name}`);
  return found;
};
const requirement = (name: string): string[] =>
  specialRequirements.filter((entry) => entry.name === name).map(({ id }) => id);
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

/** What is sent for a kind of lane, by twentieths. */
const sent: Readonly<Record<LaneEquipment, readonly Equipment[]>> = {
  van: [
    ...times(15, named("53' Dry Van")),
    named("53' Dry Van, Air Ride"),
    named("48' Dry Van"),
    named('Power Only'),
    named("26' Box Truck"),
    named("53' Domestic Container"),
  ],
  reefer: [...times(19, named("53' Reefer")), named("53' Reefer, Multi-Temp")],
  flatbed: [
    ...times(11, named("48' Flatbed")),
    ...times(5, named("53' Step Deck")),
    ...times(3, named('Conestoga')),
    named('Hotshot'),
  ],
};

const commodities: Readonly<Record<LaneEquipment, readonly string[]>> = {
  van: [
    'Packaged groceries',
    'Paper rolls',
    'Auto parts',
    'Household appliances',
    'Plastic resin, bagged',
    'Bottled water',
  ],
  reefer: ['Fresh produce', 'Frozen poultry', 'Dairy products', 'Cut flowers'],
  flatbed: ['Steel coils', 'Lumber', 'Roofing shingles', 'Machinery, crated'],
};

const requirements: Readonly<Record<LaneEquipment, readonly (readonly string[])[]>> = {
  van: [[], [], requirement('Load straps'), requirement('No touch'), requirement('Appointment required')],
  reefer: [
    requirement('Temperature range'),
    [...requirement('Temperature range'), ...requirement('FSMA sanitary transport')],
  ],
  flatbed: [requirement('Tarps'), requirement('Chains and binders'), []],
};

/** Lanes have their usual equipment; one van load in eight is something else all the same. */
export function haulOf(random: Random, usual: LaneEquipment, fixed?: LaneEquipment): Haul {
  const draw = random.unit();
  const kind = fixed ?? (usual === 'van' && draw < 0.1 ? 'flatbed' : usual === 'van' && draw < 0.2 ? 'reefer' : usual);
  const pallets = random.int(18, 26);
  const freight = {
    handlingUnitQuantity: pallets,
    handlingUnitType: kind === 'flatbed' ? 'BUNDLE' : 'PALLET',
    weight: random.int(11, 44) * 1_000,
    volume: null,
    length: null,
    width: null,
    height: null,
    commodityDescription: random.pick(commodities[kind]),
    hazmat: false,
    stackable: kind === 'van' && random.chance(0.5),
  };
  const chosen = fixed ? sent[kind][0] : random.pick(sent[kind]);
  return {
    equipment: chosen ?? random.pick(sent[kind]),
    kind,
    requirementIds: random.pick(requirements[kind]),
    freight: JSON.stringify(freight),
  };
}
