/** FAILING: the last notification was given up after every retry. PAUSED: nothing is sent until it is set ACTIVE. */
export const webhookStatuses = ['ACTIVE', 'PAUSED', 'FAILING'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];
