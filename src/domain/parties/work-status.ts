/** Statuses in which a carrier or vendor gets no new work. Without a status, or while it is being onboarded, it may. */
const barred: readonly (string | null)[] = ['INACTIVE', 'DO_NOT_USE'];

/** Statuses in which a customer gets no new quote or shipment. */
const unserved: readonly string[] = ['BLOCKED', 'CLOSED'];

export const canGetFreight = (status: string): boolean => !unserved.includes(status);

export const canGetWork = (status: string | null): boolean => !barred.includes(status);
