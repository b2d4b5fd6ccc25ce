import { sql, type SqlBool } from 'kysely';
import type { FilterScope, FieldTest } from '../filter/filter.ts';
import { buildRelatedField } from '../filter/related-filter.ts';

/**
 * Builds the filter field for the customer of a load's or service's shipment. A deleted shipment still has its
 * customer.
 */
export const buildCustomerField = (table: 'load' | 'service') => ({
  through: (test: FieldTest, { organizationId }: FilterScope) =>
    sql<SqlBool>`exists (select 1 from shipment where shipment.organization_id = ${organizationId}
      and shipment.id = ${sql.ref(`${table}.shipment_id`)} and ${test(sql.ref('shipment.customer_id'))})`,
});

/** Builds a filter field for a column of another table of the same shipment. */
export const buildShipmentField = (table: 'freight_order' | 'load_carrier' | 'invoice', column: string) =>
  buildRelatedField({ table, column, link: 'shipment_id', ownColumn: 'shipment_id' });
