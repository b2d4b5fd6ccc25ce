/** Statuses of the proofs of delivery of a shipment; null where documents could not be tied to shipments. */
export type PodStatuses = readonly string[] | null;

/** Inputs that decide the state of a shipment's proof of delivery. */
export interface PodInputs {
  readonly delivered: boolean;
  readonly podStatuses: PodStatuses;
  /** The shipment's billing status; null when unknown. */
  readonly billingStatus: string | null;
}

export type PodState = 'not_due' | 'present' | 'upload_pending' | 'missing' | 'unknown';

/**
 * Computes the state of the proof of delivery. An announced upload doesn't count: its address expires after 15 minutes. If
 * documents cannot be tied to the shipment, only DOCS_NEEDED means `missing`; everything else is `unknown`.
 */
export function computePodState({ delivered, podStatuses, billingStatus }: PodInputs): PodState {
  if (podStatuses?.includes('UPLOADED')) return 'present';
  if (!delivered) return 'not_due';
  if (podStatuses?.includes('PENDING_UPLOAD')) return 'upload_pending';
  return podStatuses || billingStatus === 'DOCS_NEEDED' ? 'missing' : 'unknown';
}
