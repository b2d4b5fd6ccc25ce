import * as z from 'zod';
import { ClientKey, FriendlyId, timestamps, UserReference, Uuid } from './shapes.ts';

/** Fields of every freight record. */
export const recordFields = {
  id: Uuid,
  key: z.string().nullable(),
  ...timestamps,
  deletedBy: UserReference.nullable(),
} as const;

/** The same for records that people call by a number. */
export const numberedRecordFields = { ...recordFields, friendlyId: FriendlyId } as const;

export const keyInput = { key: ClientKey.optional() } as const;
export const keyPatch = { key: ClientKey.nullable().optional() } as const;
