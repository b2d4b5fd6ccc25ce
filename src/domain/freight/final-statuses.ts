import type { BillStatus } from '../money/bill.ts';
import type { LoadStatus } from './load.ts';
import type { ServiceStatus } from './service.ts';

/** Statuses of records that are done with. A status that this version doesn't know is none of them. */
export const finalLoadStatuses = ['DELIVERED', 'CANCELED'] as const satisfies readonly LoadStatus[];
export const finalServiceStatuses = ['PAID', 'CANCELED'] as const satisfies readonly ServiceStatus[];
export const finalBillStatuses = ['PAID'] as const satisfies readonly BillStatus[];
