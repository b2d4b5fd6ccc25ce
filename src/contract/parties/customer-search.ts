import * as z from 'zod';
import { CivilDate, each, FriendlyId, Instant, Money, RecordName, Uuid } from '../kit/shapes.ts';

/** Customer statuses in rows. */
export const customerRowStatuses = ['ACTIVE', 'INACTIVE', 'PENDING', 'SUSPENDED', 'ARCHIVED'] as const;

export const CustomerSearchRow = z
  .object({
    object: z.literal('CUSTOMER_SEARCH_ROW'),
    id: Uuid,
    friendlyId: FriendlyId,
    name: RecordName,
    dbaName: z.string().nullable(),
    status: z.enum(customerRowStatuses),
    /** `location` is "city, state". */
    ...each(z.string().nullable(), 'city', 'state', 'location', 'zip', 'country'),
    /** The team is the customer's group. */
    teamId: Uuid.nullable(),
    teamName: z.string().nullable(),
    userIds: z.array(Uuid),
    userNames: z.array(z.string()),
    accountOwnerId: Uuid.nullable(),
    accountOwnerName: z.string().nullable(),
    operatedById: Uuid.nullable(),
    operatedByName: z.string().nullable(),
    ...each(z.string().nullable(), 'primaryContactName', 'primaryContactEmail', 'primaryContactPhone'),
    ...each(z.string().nullable(), 'serviceTier', 'yearsInBusiness', 'numberOfEmployees', 'industry'),
    ...each(z.string().nullable(), 'sic', 'naics', 'paymentTermName'),
    ...each(Money.nullable(), 'creditLimit', 'outstandingBalance'),
    ...each(Money.nullable(), 'totalRevenue', 'totalTransportationCost', 'totalGrossProfit'),
    /** Shipments that were neither canceled nor rejected. */
    ordersCount: z.int().nullable(),
    ...each(z.int().nullable(), 'quotesCount', 'quotesWon'),
    /** Percent, 0 to 100. */
    quoteWinRate: z.number().nullable(),
    mostRecentOrderCreationAt: Instant.nullable(),
    nextFollowUp: CivilDate.nullable(),
    lastOutreach: Instant.nullable(),
    quickbooksCustomerId: z.string().nullable(),
    tags: z.array(z.string()),
    createdAt: Instant,
    updatedAt: Instant.nullable(),
  })
  .meta({ id: 'CustomerSearchRow' });

export const customerCriteria = {
  ...each('uuid', 'id', 'teamId', 'userIds', 'accountOwnerId', 'operatedById'),
  ...each('key', 'friendlyId', 'status', 'state', 'zip', 'country', 'serviceTier', 'yearsInBusiness'),
  ...each('key', 'numberOfEmployees', 'industry', 'sic', 'naics', 'paymentTermName', 'quickbooksCustomerId'),
  ...each('text', 'name', 'dbaName', 'city', 'location', 'teamName', 'userNames', 'accountOwnerName'),
  ...each('text', 'operatedByName', 'primaryContactName', 'primaryContactEmail', 'primaryContactPhone', 'tags'),
  ...each('float', 'creditLimit', 'outstandingBalance', 'totalRevenue', 'totalTransportationCost'),
  ...each('float', 'totalGrossProfit', 'quoteWinRate'),
  ...each('int', 'ordersCount', 'quotesCount', 'quotesWon'),
  ...each('datetime', 'mostRecentOrderCreationAt', 'lastOutreach', 'createdAt', 'updatedAt'),
  nextFollowUp: 'date',
} as const;
