import * as z from 'zod';
import { specialRequirementTypes } from '../domain/freight/freight-codes.ts';
import { defineOperation } from './kit/operation.ts';
import { each, RecordName, Uuid } from './kit/shapes.ts';

/** The catalogs are the same for every organization. */
const EquipmentClass = z.object({ id: Uuid, name: RecordName }).meta({ id: 'EquipmentClass' });

export const Equipment = z
  .object({ id: Uuid, name: RecordName, ...each(EquipmentClass.nullable(), 'category', 'group', 'subcategory') })
  .meta({ id: 'Equipment' });

/** `code` is the short accounting code. */
export const ChargeCode = z
  .object({ id: z.int(), code: z.string(), name: RecordName, description: z.string() })
  .meta({ id: 'ChargeCode' });

export const SpecialRequirement = z
  .object({ id: Uuid, name: RecordName, type: z.enum(specialRequirementTypes) })
  .meta({ id: 'SpecialRequirement' });

export const City = z
  .object({ id: Uuid, name: RecordName, stateProvince: z.string(), country: z.string(), timeZone: z.string() })
  .meta({ id: 'City' });

export const referenceData = {
  equipment: defineOperation({
    method: 'GET',
    path: '/reference-data/equipment',
    aliases: ['/equipment'],
    summary: 'List equipment, all or of one category, group or subcategory',
    effect: 'read',
    query: z.strictObject(each(Uuid.optional(), 'categoryId', 'groupId', 'subcategoryId')),
    status: 200,
    response: z.object({ data: z.array(Equipment) }),
    errors: ['BAD_REQUEST'],
  }),
  chargeCodes: defineOperation({
    method: 'GET',
    path: '/reference-data/charge-codes',
    aliases: ['/charge-codes'],
    summary: 'List charge codes, all or the one with an accounting code',
    effect: 'read',
    query: z.strictObject({ code: z.string().max(64).optional() }),
    status: 200,
    response: z.object({ data: z.array(ChargeCode) }),
    errors: ['BAD_REQUEST'],
  }),
  specialRequirements: defineOperation({
    method: 'GET',
    path: '/reference-data/special-requirements',
    aliases: ['/special-requirements'],
    summary: 'List special requirements, all or of one type',
    effect: 'read',
    query: z.strictObject({ type: z.enum(specialRequirementTypes).optional() }),
    status: 200,
    response: z.object({ data: z.array(SpecialRequirement) }),
    errors: ['BAD_REQUEST'],
  }),
  cities: defineOperation({
    method: 'GET',
    path: '/reference-data/cities',
    aliases: ['/cities'],
    summary: 'Find cities by the beginning of their name, with state and time zone: the 200 largest',
    effect: 'read',
    query: z.strictObject({ query: z.string().max(100).optional() }),
    status: 200,
    response: z.object({ data: z.array(City) }),
    errors: ['BAD_REQUEST'],
    extension: true,
  }),
};
