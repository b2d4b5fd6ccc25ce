/** TRUCKLOAD is the one type with insurance, safety and registry fields. */
export const carrierTypes = ['TRUCKLOAD', 'AIR', 'CARTAGE', 'LINEHAUL', 'LTL', 'OCEAN', 'RAIL'] as const;
export type CarrierType = (typeof carrierTypes)[number];

/** The published text leaves the set open; these are the four that search rows can show. */
export const carrierStatuses = ['PENDING', 'ACTIVE', 'INACTIVE', 'DO_NOT_USE'] as const;
export type CarrierStatus = (typeof carrierStatuses)[number];

export const userStatuses = ['PENDING', 'ACTIVE', 'INACTIVE'] as const;
export type UserStatus = (typeof userStatuses)[number];
