/** SQL of the day on which a shipment was delivered, at the desk; without a time of delivery the day of its last drop. */
export const printDeliveredDay = (alias: string): string =>
  `coalesce(day(${alias}.delivered_at), ${alias}.delivery_day)`;

/** SQL of the condition that a shipment was delivered by the end of `$asOf`. */
const deliveredThen = `f.is_delivered = 1 and ${printDeliveredDay('f')} <= $asOf`;

/** SQL of the condition that a delivered shipment had no invoice at the end of `$asOf`. */
export const unbilledThen = `${deliveredThen} and (f.is_unbilled = 1 or f.invoiced_day > $asOf)`;

/** SQL of the condition that a delivered shipment had no POD at the end of `$asOf`. */
export const podMissingThen = `${deliveredThen} and (f.pod in ('missing', 'upload_pending') or day(f.pod_at) > $asOf)`;

/** SQL of the condition that a carrier or vendor was owed something at the end of `$asOf` that no bill had come for. */
export const accruedThen = `(f.billed_day is null or f.billed_day > $asOf) and case when f.is_unused_truck = 1
  then f.pickup_day <= $asOf else s.is_delivered = 1 and ${printDeliveredDay('s')} <= $asOf end`;

/** Facts of an earlier day that today's records don't show. */
export const missingHistory = {
  invoices: 'invoices that were voided, deleted or dated anew since, and payments that were taken back',
  bills: 'bills that were deleted or changed since, and payments that were taken back',
  freight: 'shipments that were canceled or deleted since, and amounts as they were then',
  quotes: 'quotes that were deleted or reopened since',
} as const;
