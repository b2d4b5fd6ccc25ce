import { sql, type SqlBool } from 'kysely';
import type { FilterScope, FieldTest } from '../filter/filter.ts';
import { related } from '../filter/related-filter.ts';

/** Filter fields that a load or a service has from its shipment; a deleted shipment still has its customer. */
export const customerOfShipment = (table: 'load' | 'service') => ({
  through: (test: FieldTest, { organizationId }: FilterScope) =>
    sql<SqlBool>`exists (select 1 from shipment where shipment.organization_id = ${organizationId}
      and shipment.id = ${sql.ref(`${table}.shipment_id`)} and ${test(sql.ref('shipment.customer_id'))})`,
});

/** A field of something else on the same shipment. */
export const onSameShipment = (table: 'freight_order' | 'load_carrier' | 'invoice', column: string) =>
  related({ table, column, link: 'shipment_id', own: 'shipment_id' });
