/** Roles that have a morning brief. */
export const briefRoles = ['dispatch', 'carrier', 'sales', 'payables', 'receivables', 'manager'] as const;
export type BriefRole = (typeof briefRoles)[number];

/** A brief that is read again within so many hours compares with the same earlier one. */
export const sameBriefHours = 4;
