import * as z from 'zod';
import { SentFlag, findOwnerId, ifAbsent, isText, onlyForSome } from '../kit/absent.ts';
import { stopTypeInputs, stopTypes } from '../../domain/stops/stop.ts';
import { keyInput, keyPatch, recordFields } from '../kit/record-fields.ts';
import {
  Address,
  CivilDate,
  ClockTime,
  each,
  Instant,
  LocationReference,
  nullable,
  optional,
  ReferenceInput,
  Uuid,
} from '../kit/shapes.ts';

const windowFields = {
  ...each(CivilDate.nullable(), 'requestedStartDate', 'requestedEndDate'),
  ...each(z.string().nullable(), 'requestedStartTime', 'requestedEndTime'),
} as const;

/** IANA zone in which the requested times are meant, when the place is known that well. */
const timeZone = z.string().nullable();

/** A place an order visits. Placed by exactly one of location, postal code, city or airport. */
export const Stop = z
  .object({
    ...recordFields,
    orderId: ifAbsent(Uuid, findOwnerId),
    /** The live orders and the loads that visit it: a change here is a change to each of them. */
    orderIds: ifAbsent(z.array(Uuid), ({ orderId }, owner) => [orderId ?? owner?.['id']].filter(isText)),
    loadIds: z.array(Uuid),
    type: z.enum(stopTypes),
    /** Position in the route, from 1. */
    sequence: z.int(),
    location: LocationReference.nullable(),
    /** The location's address; absent for every other placement. */
    address: onlyForSome(Address.optional()),
    postalCode: z.string().nullable(),
    city: z.object({ name: z.string(), stateProvince: z.string() }).nullable(),
    airportCode: z.string().nullable(),
    timeZone,
    ...windowFields,
    /** Window and place as of the arrival, which decide whether it was on time; null if neither was changed since. */
    windowAtArrival: z.object({ ...windowFields, timeZone, movedAt: Instant }).nullable(),
    ...each(Instant.nullable(), 'actualArrival', 'actualDeparture'),
    dropTrailer: SentFlag,
    /** Instructions that the carrier sees. */
    notes: z.string().nullable(),
  })
  .meta({ id: 'Stop' });

const placement = {
  location: ReferenceInput,
  postalCode: z.string().min(1).max(32),
  cityId: Uuid,
  airportCode: z.string().min(1).max(8),
} as const;

const appointment = {
  ...each(CivilDate, 'requestedStartDate', 'requestedEndDate'),
  ...each(ClockTime, 'requestedStartTime', 'requestedEndTime'),
  notes: z.string().max(2000),
} as const;

const stopInput = {
  type: z.enum(stopTypeInputs),
  ...keyInput,
  ...optional(placement),
  ...optional(appointment),
  dropTrailer: z.boolean().optional(),
} as const;

const Sequence = z.int().min(1).max(1000);

export const StopInput = z.strictObject({ ...stopInput, sequence: Sequence }).meta({ id: 'StopInput' });

/** A stop inside an order: the array's order is the route. */
export const OrderStopInput = z
  .strictObject({ ...stopInput, sequence: Sequence.optional() })
  .meta({ id: 'OrderStopInput' });

export const StopCreate = z.strictObject({ orderId: Uuid, stop: StopInput }).meta({ id: 'StopCreate' });

/** Naming one placement replaces the stop's and clears the other three. */
export const StopPatch = z
  .strictObject({
    type: z.enum(stopTypeInputs).optional(),
    ...keyPatch,
    ...nullable(placement),
    ...nullable(appointment),
    dropTrailer: z.boolean().optional(),
    /** Let through so that the refusal can say that a sequence is set on create only. */
    sequence: z.unknown().optional(),
  })
  .meta({ id: 'StopPatch' });
