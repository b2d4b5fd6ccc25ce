import { createOutages } from '../../src/service/shared/outages.ts';

/** Outages of a service whose log goes unread. */
export const quietOutages = createOutages({ log: () => {}, now: () => '2026-11-20T15:00:00.000Z' });
