import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { webhookStatuses } from '../../domain/messages/webhook-status.ts';
import { WebhookEventName, webhookEvents } from './events.ts';
import { filterOperation } from '../kit/filter.ts';
import {
  datetimeField,
  defineEnumArrayField,
  defineEnumField,
  keyField,
  stringField,
  uuidField,
} from '../kit/filter-fields.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { ClientKey, Instant, timestamps, UserReference, Uuid } from '../kit/shapes.ts';

const settableStatuses = ['ACTIVE', 'PAUSED'] as const;

const WebhookFailure = z
  .object({ at: Instant, attempts: z.int(), status: z.int().nullable(), message: z.string() })
  .meta({ id: 'WebhookFailure' });

const visibleFields = {
  id: Uuid,
  key: z.string().nullable(),
  url: z.string(),
  events: z.array(WebhookEventName),
  status: z.enum(webhookStatuses),
  /** The token itself is never shown again. */
  tokenLastFour: z.string(),
  lastDeliveredAt: Instant.nullable(),
  lastFailure: WebhookFailure.nullable(),
  ...timestamps,
  deletedBy: UserReference.nullable(),
} as const;

export const WebhookSubscription = z.object(visibleFields).meta({ id: 'WebhookSubscription' });

/** The only answer that shows the signing secret. */
const WebhookSubscriptionCreated = z
  .object({ ...visibleFields, signingSecret: z.string() })
  .meta({ id: 'WebhookSubscriptionCreated' });

const WebhookUrl = z.url({ protocol: /^https?$/ }).max(2000);
/** Sent as `x-api-key` with every notification. */
const WebhookToken = z
  .string()
  .min(16)
  .max(255)
  .regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces');
const EventNames = z.array(WebhookEventName).min(1).max(webhookEvents.length);

const WebhookSubscriptionInput = z
  .strictObject({ url: WebhookUrl, events: EventNames, token: WebhookToken, key: ClientKey.optional() })
  .meta({ id: 'WebhookSubscriptionInput' });

const WebhookSubscriptionPatch = z
  .strictObject({
    url: WebhookUrl.optional(),
    events: EventNames.optional(),
    token: WebhookToken.optional(),
    status: z.enum(settableStatuses).optional(),
    key: ClientKey.nullish(),
  })
  .meta({ id: 'WebhookSubscriptionPatch' });

const extension = { extension: true } as const;

export const webhookSubscriptions = {
  filter: filterOperation({
    name: 'WebhookSubscription',
    path: '/webhook-subscriptions/filter',
    summary: 'List webhook subscriptions that match a filter, newest first',
    fields: {
      id: uuidField,
      key: keyField,
      url: stringField,
      status: defineEnumField(webhookStatuses),
      events: defineEnumArrayField(webhookEvents),
      createdAt: datetimeField,
      updatedAt: datetimeField,
      deletedAt: datetimeField,
    },
    item: WebhookSubscription,
    page: 'pagination',
    extension: true,
  }),
  create: {
    ...createOperation({
      path: '/webhook-subscriptions',
      summary: 'Send notifications of chosen events to an address',
      gate: 'approve',
      body: WebhookSubscriptionInput,
      response: WebhookSubscriptionCreated,
      moreErrors: ['VALIDATION_ERROR'],
    }),
    ...extension,
  },
  get: {
    ...getOperation({
      path: '/webhook-subscriptions/{id}',
      summary: 'Read one webhook subscription with its last failure',
      response: WebhookSubscription,
    }),
    ...extension,
  },
  update: {
    ...updateOperation({
      path: '/webhook-subscriptions/{id}',
      summary: 'Change, pause or resume a webhook subscription',
      fieldGates: fieldGates['webhookSubscriptions.update'],
      body: WebhookSubscriptionPatch,
      response: WebhookSubscription,
      moreErrors: ['VALIDATION_ERROR'],
    }),
    ...extension,
  },
  delete: {
    ...deleteOperation({ path: '/webhook-subscriptions/{id}', summary: 'Stop notifications to an address' }),
    ...extension,
  },
};
