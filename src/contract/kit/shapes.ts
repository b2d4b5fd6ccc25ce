import * as z from 'zod';
import { currencies } from '../../domain/money/currencies.ts';
import { hasWholeCents } from '../../domain/money/cents.ts';
import { asReference, findCurrency, findDisplayName, ifAbsent, SentFlag } from './absent.ts';
import { userStatuses } from '../../domain/parties/party-codes.ts';

/** Shapes that several resources share. Every schema is a module constant: built once, converted once. */

export const Uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'must be a uuid')
  .meta({ format: 'uuid' });
/** Number by which people call a record. Version 1.0.0 has it as `key` on most records. */
export const FriendlyId = ifAbsent(z.string(), findDisplayName);
/** Name of a party, shown by its number where an API sends references without names. */
export const RecordName = ifAbsent(z.string(), findDisplayName);
/** Currency of a record's amounts. */
export const RecordCurrency = ifAbsent(z.string(), findCurrency);
/** RFC 3339 instant, UTC in responses. */
export const Instant = z.iso.datetime({ offset: true });
/** RFC 3339 instant in a request; without a zone it is in the organization's zone. */
export const InstantInput = z.iso.datetime({ offset: true, local: true }).meta({ format: 'date-time' });
/** Civil date, `YYYY-MM-DD`. */
export const CivilDate = z.iso.date();
/** 24-hour `HH:mm`, local to the place. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):([0-5]\d)$/, 'must be HH:mm, 00:00 to 23:59');
/** Client-defined key: unique per resource type within the organization. An address cannot end in `.` or `..`. */
export const ClientKey = z
  .string()
  .min(1)
  .max(512)
  .regex(/^(?!\.\.?$)/, 'must not be . or ..');
export const Email = z.email();
/** One address and nothing else: no second one, no name, no line break. */
export const isMailAddress = (text: unknown): text is string => Email.safeParse(text).success;
/** Name of a record. It must not be blank. */
export const NameInput = z
  .string()
  .min(1)
  .max(200)
  .regex(/[^\s\p{Cc}\p{Cf}]/u, 'must not be blank');
/** Plain JSON number in the major unit; at most two decimals on input. */
export const Money = z.number();
/** Money on input: finite, not negative, at most two decimals. */
export const MoneyInput = z
  .number()
  .min(0)
  .max(999_999_999_999)
  .refine(hasWholeCents, 'must have at most two decimals');
/** Money on input of an application: at least one cent. */
export const PositiveMoneyInput = z
  .number()
  .min(0.01)
  .max(999_999_999_999)
  .refine(hasWholeCents, 'must have at most two decimals');

/** Optional query of every `/{id}` path: how the identifier is read; omitted, an id is tried first, then a client key. */
export const ById = z.strictObject({ by: z.enum(['id', 'key']).optional() });

/** Names another record in a request: exactly one of its id or its client key. */
export const ReferenceInput = z
  .union([z.strictObject({ id: Uuid }), z.strictObject({ key: ClientKey })], {
    error: 'must name a record, as { "id": "<uuid>" } or as { "key": "<client key>" }',
  })
  .meta({ id: 'ReferenceInput' });

export const PageInfo = z
  .object({
    pageSize: z.int(),
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
    endCursor: z.string().nullable(),
  })
  .meta({ id: 'PageInfo' });

export const FieldError = z.object({ field: z.string(), message: z.string() }).meta({ id: 'FieldError' });

export function buildPage(item: z.ZodType, key: 'pageInfo' | 'pagination'): z.ZodObject {
  return z.object({ data: z.array(item), [key]: PageInfo, errors: z.array(FieldError).optional() });
}

/** Timestamps that every record shows. */
export const timestamps = {
  createdAt: Instant,
  updatedAt: Instant.nullable(),
  deletedAt: Instant.nullable(),
} as const;

export const Currency = z.enum(currencies);

/** References carry the target's own details, one level deep, never another reference. */
export const UserReference = asReference(
  z
    .object({
      id: Uuid,
      key: z.string().nullable(),
      email: z.string(),
      name: z.string().nullable(),
      phone: z.string().nullable(),
      phoneExt: z.string().nullable(),
      status: z.enum(userStatuses),
      avatarId: Uuid.nullable(),
      ...timestamps,
    })
    .meta({ id: 'UserReference' }),
);

export const customerReferenceStatuses = ['PROSPECT', 'ACTIVE', 'INACTIVE', 'CHURNED'] as const;

export const CustomerReference = asReference(
  z
    .object({
      id: Uuid,
      key: z.string().nullable(),
      name: RecordName,
      friendlyId: FriendlyId,
      status: z.enum(customerReferenceStatuses),
      phoneNumber: z.string().nullable(),
      website: z.string().nullable(),
      ...timestamps,
    })
    .meta({ id: 'CustomerReference' }),
);

export const CarrierReference = asReference(
  z
    .object({
      id: Uuid,
      key: z.string().nullable(),
      friendlyId: FriendlyId,
      name: RecordName,
      phoneNumber: z.string().nullable(),
      email: z.string().nullable(),
      ...timestamps,
    })
    .meta({ id: 'CarrierReference' }),
);

export const VendorReference = asReference(
  z
    .object({
      id: Uuid,
      key: z.string().nullable(),
      friendlyId: FriendlyId,
      name: RecordName,
      email: z.string().nullable(),
      phone: z.string().nullable(),
      status: z.string().nullable(),
      currency: z.string().nullable(),
      ...timestamps,
    })
    .meta({ id: 'VendorReference' }),
);

export const CarrierFactorReference = asReference(
  z
    .object({
      id: Uuid,
      key: z.string().nullable(),
      companyName: RecordName,
      email: z.string().nullable(),
      phoneNumber: z.string().nullable(),
      currency: z.string().nullable(),
      bankName: z.string().nullable(),
      ...timestamps,
    })
    .meta({ id: 'CarrierFactorReference' }),
);

export const PaymentTermReference = asReference(
  z
    .object({
      id: Uuid,
      key: z.string().nullable(),
      name: RecordName,
      description: z.string().nullable(),
      days: z.int().nullable(),
      /** Fraction: 0.05 is 5 %. */
      quickPayFee: z.number().nullable(),
      apOnly: z.boolean().nullable(),
      doNotUse: z.boolean().nullable(),
      ...timestamps,
    })
    .meta({ id: 'PaymentTermReference' }),
);

export const LocationReference = asReference(
  z
    .object({
      id: Uuid,
      key: z.string().nullable(),
      customerId: Uuid,
      name: RecordName,
      isAppointmentRequired: SentFlag,
      notes: z.string().nullable(),
      internalNotes: z.string().nullable(),
      ...timestamps,
    })
    .meta({ id: 'LocationReference' }),
);

export const Address = z
  .object({
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    state: z.string().nullable(),
    zipCode: z.string().nullable(),
    country: z.string(),
    market: z.string(),
    latitude: z.string().nullable(),
    longitude: z.string().nullable(),
    isAirportOrAirbase: SentFlag,
    isConstructionOrUtilitySite: SentFlag,
    isSmartyValidated: SentFlag,
    obeysDst: SentFlag,
    cityId: Uuid.nullable(),
  })
  .meta({ id: 'Address' });

const addressText = z.string().max(200);

/** Creates the schema of a coordinate, which is sent as text. */
const createDegrees = (max: number) =>
  z
    .string()
    .max(32)
    .refine(
      (text) => /^-?\d+(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= max,
      `must be a number of degrees from -${max} to ${max}`,
    );

export const AddressInput = z
  .strictObject({
    line1: addressText.min(1),
    line2: addressText.nullish(),
    city: addressText.min(1),
    state: z.string().max(32).nullish(),
    zipCode: z.string().max(32).nullish(),
    country: z.string().min(1).max(64),
    market: z.string().max(64),
    latitude: createDegrees(90).nullish(),
    longitude: createDegrees(180).nullish(),
    isAirportOrAirbase: z.boolean().default(false),
    isConstructionOrUtilitySite: z.boolean().default(false),
    isSmartyValidated: z.boolean().default(false),
    obeysDst: z.boolean().default(true),
    cityId: Uuid.nullish(),
  })
  .meta({ id: 'AddressInput' });

/** Merged into the stored address: only the named parts change. */
export const AddressPatch = z
  .strictObject({
    line1: addressText.min(1),
    line2: addressText.nullable(),
    city: addressText.min(1),
    state: z.string().max(32).nullable(),
    zipCode: z.string().max(32).nullable(),
    country: z.string().min(1).max(64),
    market: z.string().max(64),
    latitude: createDegrees(90).nullable(),
    longitude: createDegrees(180).nullable(),
    isAirportOrAirbase: z.boolean(),
    isConstructionOrUtilitySite: z.boolean(),
    isSmartyValidated: z.boolean(),
    obeysDst: z.boolean(),
    cityId: Uuid.nullable(),
  })
  .partial()
  .meta({ id: 'AddressPatch' });

export const ContactInfo = z
  .object({
    name: z.string(),
    email: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    title: z.string().nullable(),
  })
  .meta({ id: 'ContactInfo' });

export const ContactInfoInput = z
  .strictObject({
    name: NameInput,
    email: Email.optional(),
    phoneNumber: z.string().max(50).optional(),
    title: z.string().max(200).optional(),
  })
  .meta({ id: 'ContactInfoInput' });

export const ContactInfoPatch = z
  .strictObject({
    name: NameInput,
    email: Email.nullable(),
    phoneNumber: z.string().max(50).nullable(),
    title: z.string().max(200).nullable(),
  })
  .partial()
  .meta({ id: 'ContactInfoPatch' });

/** A contact as shown inside a load carrier or a service. */
export const ContactMini = asReference(
  z
    .object({ id: Uuid, name: RecordName, phone: z.string().nullable(), email: z.string().nullable() })
    .meta({ id: 'ContactMini' }),
);

const fullNumber = 'must be the full number, not the masked one';
/** A masked number read from a response and sent back must never replace the real one. */
const FullNumber = z
  .string()
  .max(32)
  .regex(/^[^*]*$/, fullNumber);

/** Banking identifiers; numbers of accounts are accepted in full and shown with their last four digits only. */
export const bankFields = {
  bankName: z.string().max(200),
  bankAddress: z.string().max(400),
  accountName: z.string().max(200),
  accountNumber: z
    .string()
    .min(4)
    .max(64)
    .regex(/^[^*]+$/, fullNumber),
  abaAch: z.string().max(32),
  wire: FullNumber,
  swiftCode: z.string().max(32),
  eftInstitution: FullNumber,
  eftTransit: FullNumber,
  clabe: FullNumber,
  currency: z.string().length(3),
} as const;

/** Numbers of accounts arrive masked: `****1234`. */
export const shownBankFields = {
  bankName: z.string().nullable(),
  bankAddress: z.string().nullable(),
  accountName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  abaAch: z.string().nullable(),
  wire: z.string().nullable(),
  swiftCode: z.string().nullable(),
  eftInstitution: z.string().nullable(),
  eftTransit: z.string().nullable(),
  clabe: z.string().nullable(),
  currency: z.string().nullable(),
} as const;

/** Input texts of the parties' records. */
export const TextInput = z.string().max(200);
export const CodeInput = z.string().max(64);
export const PhoneInput = z.string().max(50);
export const NotesInput = z.string().max(5000);
export const CountInput = z.int().min(0).max(10_000_000);

/** Declares several fields with the same schema. */
export function each<const Value, const Name extends string>(
  value: Value,
  ...names: readonly Name[]
): { [Each in Name]: Value } {
  // One entry per name, which is what the mapped type says; Object.fromEntries loses the keys.
  return Object.fromEntries(names.map((name) => [name, value])) as { [Each in Name]: Value };
}

/** Makes every field of a create shape nullable as well as optional, for patches. */
export function nullable<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
): { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> } {
  // The mapped type says exactly what the loop does; Object.fromEntries loses the keys.
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema.nullable().optional()]),
  ) as never;
}

/** Makes every field of a create shape optional. */
export function optional<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
): { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> } {
  // As above.
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.optional()])) as never;
}
