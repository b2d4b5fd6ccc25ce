import type { StoreFailure } from '../../store/store-error.ts';

/** What is reported of a request once it has ended; nothing that a caller wrote is among it. */
export interface Outcome {
  /** Pattern of the path, such as `/v1/bills/:id`, or `none`; never the path itself, which may hold a secret. */
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
  readonly organizationId: string | undefined;
}

export interface ObservedRequest {
  end(outcome: Outcome): void;
}

/** Traces and metrics; absent unless a collector is configured. */
export interface Telemetry {
  /** `startedAt` is a value of performance.now(). */
  begin(request: Request, startedAt: number): ObservedRequest;
  databaseFailed(failure: StoreFailure): void;
  /** Sends what has not been sent yet. */
  readonly close: () => Promise<void>;
}
