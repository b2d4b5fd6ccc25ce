import { createOutages } from '../../src/service/shared/outages.ts';

/** For a service whose log nobody reads. */
export const quietOutages = createOutages({ log: () => {}, now: () => '2026-11-20T15:00:00.000Z' });
