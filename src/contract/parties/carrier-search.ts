import * as z from 'zod';
import { CarrierEquipments } from './carrier-fields.ts';
import { each, Instant, Money, RecordName, Uuid } from '../kit/shapes.ts';

/** Carrier types in rows: TL is TRUCKLOAD. */
export const carrierRowTypes = ['TL', 'LTL', 'LINEHAUL', 'CARTAGE', 'AIR', 'OCEAN', 'RAIL'] as const;

/** Carrier statuses in rows. */
export const carrierRowStatuses = ['pending', 'active', 'inactive', 'doNotUse'] as const;

/** A carrier of the organization or, without `carrierProfileId`, one of the public registry only. */
export const CarrierSearchRow = z
  .object({
    object: z.literal('CARRIER_SEARCH_ROW'),
    /** The carrier's id, or the registry's where the carrier is not onboarded. */
    id: Uuid,
    carrierProfileId: Uuid.nullable(),
    goldenCarrierId: Uuid,
    friendlyId: z.string().nullable(),
    name: RecordName,
    /** Name in the public registry; null if it isn't listed. */
    legalName: z.string().nullable(),
    carrierStatus: z.enum(carrierRowStatuses).nullable(),
    type: z.enum(carrierRowTypes).nullable(),
    ...each(z.string().nullable(), 'city', 'market', 'zone'),
    ...each(z.string().nullable(), 'primaryContactName', 'primaryContactPhone', 'primaryContactEmail'),
    fmcsaStatus: z.enum(['active', 'inactive']).nullable(),
    ...each(z.string().nullable(), 'mcNumber', 'dotNumber', 'einNumber', 'safetyRating'),
    equipments: CarrierEquipments,
    ...each(z.int().nullable(), 'powerUnits', 'trucks', 'monthsActiveAuthority'),
    ...each(z.string().nullable(), 'highwayId', 'highwayRulesAssessment', 'rmisId', 'rmisOperatingStatus'),
    rmisInvitationStatus: z.enum(['ERROR', 'INVITED', 'SUCCESS']).nullable(),
    mcpStatus: z.enum(['complete', 'invited', 'notInvited', 'inProcess', 'incomplete']).nullable(),
    mcpReviewStatus: z.enum(['acceptable', 'moderate', 'unacceptable']).nullable(),
    quickbooksVendorId: z.string().nullable(),
    factorBankNames: z.array(z.string()),
    paymentTermName: z.string().nullable(),
    /** Fraction: 0.05 is 5 %. */
    quickPayFee: z.number().nullable(),
    accountOwnerId: Uuid.nullable(),
    accountOwnerName: z.string().nullable(),
    /** Delivered loads. */
    loadsCount: z.int().nullable(),
    totalMiles: z.number().nullable(),
    ...each(Money.nullable(), 'totalRevenue', 'totalCostOfGoodsSold', 'ratePerMile'),
    quotesCount: z.int().nullable(),
    /** Instant of onboarding. */
    createdAt: Instant.nullable(),
  })
  .meta({ id: 'CarrierSearchRow' });

const registryEntriesMax = 250;

export const RegistryEntriesRequest = z
  .strictObject({ carrierIds: z.array(Uuid).min(1).max(registryEntriesMax) })
  .meta({ id: 'RegistryEntriesRequest' });

/** Registry fields of a search row, without the figures of the carrier's loads: those cost a sum over all of them. */
export const CarrierRegistryEntry = z
  .object({
    object: z.literal('CARRIER_REGISTRY_ENTRY'),
    carrierId: Uuid,
    ...CarrierSearchRow.pick({ legalName: true, fmcsaStatus: true, monthsActiveAuthority: true, safetyRating: true })
      .shape,
  })
  .meta({ id: 'CarrierRegistryEntry' });

export const carrierCriteria = {
  ...each('uuid', 'id', 'carrierProfileId', 'goldenCarrierId', 'accountOwnerId'),
  ...each('key', 'friendlyId', 'carrierStatus', 'type', 'market', 'zone', 'fmcsaStatus', 'equipments'),
  ...each('key', 'mcNumber', 'dotNumber', 'einNumber', 'safetyRating', 'paymentTermName', 'quickbooksVendorId'),
  ...each('key', 'highwayId', 'highwayRulesAssessment', 'rmisId', 'rmisInvitationStatus'),
  ...each('key', 'mcpStatus', 'mcpReviewStatus'),
  ...each('text', 'name', 'city', 'primaryContactName', 'primaryContactPhone', 'primaryContactEmail'),
  ...each('text', 'rmisOperatingStatus', 'factorBankNames', 'accountOwnerName'),
  ...each('int', 'powerUnits', 'trucks', 'monthsActiveAuthority', 'loadsCount', 'quotesCount'),
  ...each('float', 'quickPayFee', 'totalMiles', 'totalRevenue', 'totalCostOfGoodsSold', 'ratePerMile'),
  createdAt: 'datetime',
} as const;
