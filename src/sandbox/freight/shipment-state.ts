import type { LoadStatus } from '../../domain/freight/load.ts';
import type { ShipmentStatus } from '../../domain/freight/shipment.ts';
import type { Random } from '../kit/random.ts';
import type { TimelineWorld } from '../parties/world.ts';
import type { ShipmentPlan } from './plan.ts';
import type { ChargeDraft } from './pricing.ts';
import type { PlannedStop } from './route.ts';

/** A plan with the ids of its records and its progress at an instant. */
export interface ShipmentState {
  readonly world: TimelineWorld;
  /** Each part of the timeline draws from a stream of its own, so that none shifts another by being further. */
  readonly random: Random;
  readonly plan: ShipmentPlan;
  readonly shipmentId: string;
  readonly quoteId: string | null;
  readonly orders: readonly OrderPart[];
  readonly stops: readonly ShipmentStop[];
  readonly loadStatus: LoadStatus;
  readonly status: ShipmentStatus;
  readonly isCanceled: boolean;
  readonly isDelivered: boolean;
  /** Null while the proof of delivery is missing and no day for it is known. */
  readonly podAt: number | null;
  /** Null before anything was booked or moved. */
  readonly movedAt: number | null;
}

export interface ShipmentStop extends PlannedStop {
  readonly id: string;
  readonly orderIds: readonly string[];
}

export interface OrderPart {
  readonly id: string;
  /** Agreed when the freight was taken. */
  readonly lines: readonly ChargeDraft[];
  /** Charges that came up on the way and are added with the delivery. */
  readonly later: readonly ChargeDraft[];
}
