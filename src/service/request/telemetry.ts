import type { StoreFailure } from '../../store/store-error.ts';

/** Outcome of a request that is reported to telemetry. It holds nothing that a caller wrote. */
export interface RequestOutcome {
  /** Pattern of the path, such as `/v1/bills/:id`, or `none`; never the path itself, which may hold a secret. */
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
  readonly organizationId: string | undefined;
}

export interface ObservedRequest {
  end(outcome: RequestOutcome): void;
}

/** Traces and metrics; absent unless a collector is configured. */
export interface Telemetry {
  /** `startedAt` is a value of performance.now(). */
  begin(request: Request, startedAt: number): ObservedRequest;
  databaseFailed(failure: StoreFailure): void;
  /** Sends what has not been sent yet. */
  readonly close: () => Promise<void>;
}
