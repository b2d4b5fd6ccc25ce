/** One entry of the catalog that is the same for every organization; ids and codes never change. */
export interface ChargeCode {
  readonly id: number;
  /** Short accounting code; also the key by which a charge may name it. */
  readonly code: string;
  readonly name: string;
  readonly description: string;
}

type ChargeCodeRow = readonly [id: number, code: string, name: string, description: string];

const linehaul: readonly ChargeCodeRow[] = [
  [1, 'LINEHAUL', 'Linehaul', 'Base price of moving the freight'],
  [2, 'DRAY', 'Drayage', 'Container move between port or ramp and door'],
];

/** Checks whether a charge is the base price of the freight. All others are added to it. */
export const isBasePrice = (code: string): boolean => linehaul.some(([, base]) => base === code);

const fuel: readonly ChargeCodeRow[] = [[10, 'FSC', 'Fuel surcharge', 'Share of fuel above the base price, per mile']];

const accessorials: readonly ChargeCodeRow[] = [
  [20, 'DET', 'Detention', 'Waiting at a dock beyond free time, per hour'],
  [21, 'LAYOVER', 'Layover', 'Truck held until the next day'],
  [22, 'LUMPER', 'Lumper', 'Unloading crew at the receiver, passed on with its receipt'],
  [23, 'TONU', 'Truck ordered, not used', 'Truck dispatched for a load that fell through'],
  [30, 'STOPOFF', 'Stop-off', 'Extra pickup or delivery on the way'],
  [31, 'DRVASSIST', 'Driver assist', 'Driver helps to load or unload'],
  [32, 'REDELIVERY', 'Redelivery', 'Second attempt to deliver'],
  [33, 'RECON', 'Reconsignment', 'Destination changed after pickup'],
  [34, 'TARP', 'Tarping', 'Covering an open-deck load'],
  [35, 'PALLETEX', 'Pallet exchange', 'Pallets swapped or bought at the dock'],
  [36, 'SCALE', 'Scale ticket', 'Weighing at a certified scale'],
  [37, 'OVERWEIGHT', 'Overweight', 'Gross weight above the legal limit, with permit'],
  [38, 'TEAM', 'Team service', 'Two drivers for transit without a rest stop'],
  [39, 'HAZMAT', 'Hazardous material', 'Handling and endorsement for hazardous freight'],
  [40, 'TEMP', 'Temperature control', 'Holding a set temperature'],
  [41, 'STORAGE', 'Storage', 'Freight kept in a warehouse or yard, per day'],
  [42, 'DROPTRLR', 'Drop trailer', 'Trailer left for loading or unloading'],
  [43, 'WASHOUT', 'Trailer washout', 'Cleaning before food-grade freight'],
  [44, 'PERMIT', 'Permits', 'State permits for size or weight'],
  [45, 'ESCORT', 'Escort', 'Pilot car for an over-dimensional load'],
  [46, 'CHASSIS', 'Chassis', 'Container chassis rental, per day'],
  [47, 'PREPULL', 'Pre-pull', 'Container pulled from the port before its delivery day'],
  [48, 'PERDIEM', 'Per diem', 'Container kept beyond free days'],
  [49, 'DEMURRAGE', 'Demurrage', 'Container left at the terminal beyond free days'],
  [50, 'CUSTOMS', 'Customs clearance', 'Entry filed by a customs broker'],
  [51, 'BOND', 'Customs bond', 'In-bond movement or single-entry bond'],
  [52, 'LIFTGATE', 'Liftgate', 'Loading or unloading without a dock'],
  [53, 'RESIDENTIAL', 'Residential', 'Pickup or delivery at a home'],
  [54, 'LIMITED', 'Limited access', 'Site with restricted entry or hours'],
  [55, 'EXPEDITE', 'Expedite', 'Priority over the standard transit time'],
  [56, 'INSIDE', 'Inside delivery', 'Freight carried beyond the dock or door'],
  [57, 'TOLL', 'Tolls', 'Road and bridge tolls at cost'],
];

const adjustments: readonly ChargeCodeRow[] = [
  [80, 'LATEFEE', 'Late fee', 'Chargeback of the receiver for a missed appointment'],
  [81, 'CLAIM', 'Claim deduction', 'Loss or damage settled against a bill'],
  [82, 'QUICKPAY', 'Quick-pay fee', 'Discount for payment ahead of term'],
  [83, 'ADVANCE', 'Fuel advance', 'Money advanced on the road, taken off the bill'],
  [84, 'DISCOUNT', 'Discount', 'Agreed reduction of a price'],
];

/** Truck ordered, not used: the only charge of a canceled order that is invoiced. */
export const tonuCode = 'TONU';

/** Codes of the base price, its fuel, and adjustments between a payee and the broker. */
export const ownCodes: readonly string[] = [...linehaul, ...fuel, ...adjustments].map(([, code]) => code);

/** Checks whether the charge is passed on to the customer in addition to the price of the freight. */
export const isPassedOn = (code: string): boolean => !ownCodes.includes(code);

export const chargeCodes: readonly ChargeCode[] = [...linehaul, ...fuel, ...accessorials, ...adjustments].map(
  ([id, code, name, description]) => ({ id, code, name, description }),
);
