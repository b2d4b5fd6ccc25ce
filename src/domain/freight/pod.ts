/** Statuses of the proofs of delivery of a shipment; null where documents could not be tied to shipments. */
export type PodStatuses = readonly string[] | null;

/** What is known of the proof of delivery of one shipment. */
export interface PodFacts {
  readonly delivered: boolean;
  readonly podStatuses: PodStatuses;
  /** The shipment's billing status; null when unknown. */
  readonly billingStatus: string | null;
}

export type PodState = 'not_due' | 'present' | 'upload_pending' | 'missing' | 'unknown';

/**
 * Whether the proof of delivery is there. An announced upload is not one: its address dies after 15 minutes. Where
 * documents cannot be tied to the shipment, only DOCS_NEEDED says something; the rest is `unknown`, never `missing`.
 */
export function podState({ delivered, podStatuses, billingStatus }: PodFacts): PodState {
  if (podStatuses?.includes('UPLOADED')) return 'present';
  if (!delivered) return 'not_due';
  if (podStatuses?.includes('PENDING_UPLOAD')) return 'upload_pending';
  return podStatuses || billingStatus === 'DOCS_NEEDED' ? 'missing' : 'unknown';
}
