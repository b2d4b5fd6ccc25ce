import { type Equipment, equipment } from '../../domain/freight/equipment.ts';
import { specialRequirements } from '../../domain/freight/special-requirements.ts';
import type { LaneEquipment } from '../../domain/places/lanes.ts';
import type { Random } from '../kit/random.ts';

export interface PlannedHaul {
  readonly equipment: Equipment;
  readonly kind: LaneEquipment;
  readonly requirementIds: readonly string[];
  /** JSON of the order's freight. */
  readonly freight: string;
}

const findEquipment = (name: string): Equipment => {
  const match = equipment.find((entry) => entry.name === name);
  if (!match) throw new RangeError(`no such equipment: ${name}`);
  return match;
};
const findRequirement = (name: string): string[] =>
  specialRequirements.filter((entry) => entry.name === name).map(({ id }) => id);
const repeat = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

/** Equipment that is sent for each kind of lane, one entry per twentieth. */
const equipmentByLane: Readonly<Record<LaneEquipment, readonly Equipment[]>> = {
  van: [
    ...repeat(15, findEquipment("53' Dry Van")),
    findEquipment("53' Dry Van, Air Ride"),
    findEquipment("48' Dry Van"),
    findEquipment('Power Only'),
    findEquipment("26' Box Truck"),
    findEquipment("53' Domestic Container"),
  ],
  reefer: [...repeat(19, findEquipment("53' Reefer")), findEquipment("53' Reefer, Multi-Temp")],
  flatbed: [
    ...repeat(11, findEquipment("48' Flatbed")),
    ...repeat(5, findEquipment("53' Step Deck")),
    ...repeat(3, findEquipment('Conestoga')),
    findEquipment('Hotshot'),
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
  van: [[], [], findRequirement('Load straps'), findRequirement('No touch'), findRequirement('Appointment required')],
  reefer: [
    findRequirement('Temperature range'),
    [...findRequirement('Temperature range'), ...findRequirement('FSMA sanitary transport')],
  ],
  flatbed: [findRequirement('Tarps'), findRequirement('Chains and binders'), []],
};

/**
 * Draws the equipment and freight of a shipment. Lanes have their usual equipment, but some van loads need another one.
 */
export function drawHaul(random: Random, usual: LaneEquipment, fixed?: LaneEquipment): PlannedHaul {
  const draw = random.drawUnit();
  const kind = fixed ?? (usual === 'van' && draw < 0.1 ? 'flatbed' : usual === 'van' && draw < 0.2 ? 'reefer' : usual);
  const pallets = random.drawInt(18, 26);
  const freight = {
    handlingUnitQuantity: pallets,
    handlingUnitType: kind === 'flatbed' ? 'BUNDLE' : 'PALLET',
    weight: random.drawInt(11, 44) * 1_000,
    volume: null,
    length: null,
    width: null,
    height: null,
    commodityDescription: random.pick(commodities[kind]),
    hazmat: false,
    stackable: kind === 'van' && random.drawChance(0.5),
  };
  const chosen = fixed ? equipmentByLane[kind][0] : random.pick(equipmentByLane[kind]);
  return {
    equipment: chosen ?? random.pick(equipmentByLane[kind]),
    kind,
    requirementIds: random.pick(requirements[kind]),
    freight: JSON.stringify(freight),
  };
}
