/** The first five are stages of a lead; CLOSED is permanent. */
export const customerStatuses = [
  'NEW',
  'CONTACTED',
  'QUALIFIED',
  'QUOTED',
  'NURTURING',
  'PENDING',
  'ACTIVE',
  'INACTIVE',
  'BLOCKED',
  'CLOSED',
] as const;
export type CustomerStatus = (typeof customerStatuses)[number];

export const serviceTiers = ['TIER_1', 'TIER_2', 'TIER_3'] as const;
export type ServiceTier = (typeof serviceTiers)[number];

export const spendTypes = ['CONTRACT', 'SPOT'] as const;
export type SpendType = (typeof spendTypes)[number];

export const deactivationReasons = ['NOT_PAYING_INVOICE', 'ACQUIRED', 'DUPLICATE', 'NOT_IN_BUSINESS', 'OTHER'] as const;
export type DeactivationReason = (typeof deactivationReasons)[number];

export const industries = [
  'AGRICULTURE_FORESTRY',
  'CONSTRUCTION',
  'CONSUMER_GOODS',
  'EDUCATIONAL_SERVICES',
  'ENTERTAINMENT',
  'FOOD_SERVICES',
  'HEALTHCARE',
  'INDUSTRIAL_MACHINERY',
  'MANUFACTURING',
  'MINING',
  'RETAIL_TRADE',
  'TRANSPORTATION_WAREHOUSING',
  'UTILITIES',
  'WHOLESALE_TRADE',
] as const;
export type Industry = (typeof industries)[number];

export const annualSpends = [
  '_0_TO_25K',
  '_25_TO_150K',
  '_150K_TO_300K',
  '_300K_TO_1M',
  '_1_TO_5M',
  '_5M_TO_25M',
  '_25M_TO_75M',
  '_75M_PLUS',
] as const;
export type AnnualSpend = (typeof annualSpends)[number];

export const annualRevenues = [
  '_0_TO_500K',
  '_500K_TO_3M',
  '_3M_TO_10M',
  '_10M_TO_25M',
  '_25M_TO_50M',
  '_50M_TO_100M',
  '_100M_TO_500M',
  '_500M_PLUS',
] as const;
export type AnnualRevenue = (typeof annualRevenues)[number];

export const employeeNumbers = [
  '_0_TO_1',
  '_2_TO_5',
  '_6_TO_9',
  '_10_TO_24',
  '_25_TO_99',
  '_100_TO_249',
  '_250_TO_499',
  '_500_OR_MORE',
] as const;
export type EmployeeNumber = (typeof employeeNumbers)[number];

export const customerModes = [
  'FTL',
  'LTL',
  'AIR',
  'OCEAN',
  'RAIL',
  'INTERMODAL',
  'DRAYAGE',
  'EXPEDITED_GROUND',
  'EXPEDITED_AIR',
  'AUTO',
  'PTL',
] as const;
export type CustomerMode = (typeof customerModes)[number];

/** ALL puts the external notes on every document; SPLIT puts the carrier notes on the carrier's. */
export const noteDisplays = ['ALL', 'SPLIT'] as const;
export type NoteDisplay = (typeof noteDisplays)[number];
