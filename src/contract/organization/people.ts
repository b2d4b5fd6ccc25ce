import * as z from 'zod';
import { userStatuses } from '../../domain/parties/party-codes.ts';
import { each, RecordName, timestamps, Uuid } from '../kit/shapes.ts';

/** Users and teams show each other, one level deep. */

export const userRoles = ['CUSTOMER_REP', 'CARRIER_REP', 'AR_AP', 'COMPLIANCE', 'ADMIN'] as const;

/** A user without its teams. */
export const TeamMember = z
  .object({
    object: z.literal('USER'),
    id: Uuid,
    email: z.string(),
    ...each(z.string().nullable(), 'name', 'phone', 'phoneExt'),
    status: z.enum(userStatuses),
    roles: z.array(z.enum(userRoles)),
    key: z.string().nullable(),
    /** Logins at a load board and at a carrier-vetting service. */
    ...each(z.string().nullable(), 'datUsername', 'mcpUsername'),
    /** A document's id. */
    avatarId: Uuid.nullable(),
    ...timestamps,
  })
  .meta({ id: 'TeamMember' });

/** A team without its members. */
export const UserTeam = z
  .object({
    object: z.literal('TEAM'),
    id: Uuid,
    name: RecordName,
    key: z.string().nullable(),
    ...timestamps,
  })
  .meta({ id: 'UserTeam' });
