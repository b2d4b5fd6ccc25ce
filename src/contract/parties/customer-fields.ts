import { z } from 'zod';
import {
  ClientKey,
  CodeInput,
  Currency,
  each,
  Instant,
  MoneyInput,
  NotesInput,
  PhoneInput,
  ReferenceInput,
  TextInput,
  Uuid,
} from '../kit/shapes.ts';

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

export const serviceTiers = ['TIER_1', 'TIER_2', 'TIER_3'] as const;

export const spendTypes = ['CONTRACT', 'SPOT'] as const;

export const deactivationReasons = ['NOT_PAYING_INVOICE', 'ACQUIRED', 'DUPLICATE', 'NOT_IN_BUSINESS', 'OTHER'] as const;

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

/** ALL puts the external notes on every document; SPLIT puts the carrier notes on the carrier's. */
export const noteDisplays = ['ALL', 'SPLIT'] as const;

/** Chosen from a list, the same on input, output and in filters. */
export const customerChoices = {
  serviceTier: z.enum(serviceTiers),
  industry: z.enum(industries),
  annualRevenue: z.enum(annualRevenues),
  annualSpend: z.enum(annualSpends),
  spendType: z.enum(spendTypes),
  numberOfEmployees: z.enum(employeeNumbers),
  currency: Currency,
  defaultMode: z.enum(customerModes),
  defaultShowNotes: z.enum(noteDisplays),
  deactivationReason: z.enum(deactivationReasons),
};

/** Fraction: 0.15 is 15 %; a loss is negative. */
const MarginInput = z.number().min(-1).max(1);

/** Input fields that a patch may also clear. */
export const customerDetails = {
  key: ClientKey,
  website: TextInput,
  phoneNumber: PhoneInput,
  dbaName: TextInput,
  leadSource: TextInput,
  ...each(CodeInput, 'naics', 'ein', 'duns', 'externalId', 'qboCustomerId'),
  ...each(MoneyInput, 'creditLimit', 'creditUsageWarning', 'freeCreditReq'),
  ...each(MarginInput, 'defaultMargin', 'minMargin', 'maxMargin'),
  ...each(NotesInput, 'defaultInternalNotes', 'defaultCarrierNotes', 'defaultExternalNotes'),
  ...each(NotesInput, 'notes', 'deactivationNotes'),
  autoAcceptTender: z.boolean(),
  groupId: Uuid,
  paymentTerm: ReferenceInput,
  deactivationDate: Instant,
  ...customerChoices,
};
