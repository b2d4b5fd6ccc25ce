import type { BrokerageDatabase } from '../../store/connection.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import type { OperationName } from '../../contract/operation-names.ts';
import type { SandboxOperationName } from '../../contract/sandbox.ts';
import type { Cipher } from '../../store/cipher.ts';
import type { FileService } from '../documents/files.ts';
import type { AnyHandler, HandlerOf } from '../shared/handlers.ts';
import type { NewId } from '../identifiers/ids.ts';
import type { ServiceLogOptions } from './request-log.ts';
import type { Outages } from '../shared/outages.ts';
import type { SandboxClockReader } from '../clock/sandbox-clock.ts';
import type { SandboxControl } from '../sandbox/control.ts';
import type { ServiceSecrets } from '../secrets/secrets.ts';
import type { Authenticator } from './auth.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { RequestOrigin } from './request-origin.ts';

export interface ServiceOptions extends ServiceLogOptions {
  readonly database: BrokerageDatabase;
  readonly secrets: ServiceSecrets;
  readonly cipher: Cipher;
  readonly files: FileService;
  readonly outages: Outages;
  readonly now: () => string;
  readonly newId: NewId;
  /**
   * Returns the base of the addresses that the service hands out. It never comes from a request, where the caller could
   * choose it.
   */
  readonly publicUrl: () => string;
  /** True if only programs of this machine can call the service. */
  readonly isBoundToLoopback: boolean;
  /** Returns the text of the OpenAPI document. */
  readonly openApi: () => string;
  /** Loads the generator of sandboxes. If it is left out, there are no sandboxes. */
  readonly sandbox?: (() => Promise<SandboxControl>) | undefined;
  /** True if the sandbox's time passes as the machine's does, without a request for it. */
  readonly keepsSandboxUp?: boolean;
  /** Called after a request that may have written mail. */
  readonly mailQueued?: () => void;
}

/** Dependencies that all requests of one process share. */
export interface Runtime extends ServiceOptions {
  readonly getHandler: HandlerOf;
  readonly authenticator: Authenticator;
  readonly countRequest: RateLimiter;
  readonly sandboxClock: SandboxClockReader;
  /** Keeps the sandbox's time up. Await it before a request of the sandbox is served. */
  readonly keepSandboxUp: () => Promise<void>;
  readonly deleteOldResponses: () => Promise<void>;
  /** Idempotency keys at work in this process. */
  readonly running: Set<string>;
}

/** An operation as the router found it. */
export interface ServedOperation {
  readonly name: OperationName | SandboxOperationName;
  readonly operation: Operation;
  readonly handler: AnyHandler;
  /** Outside the API, and unknown where there is no sandbox. */
  readonly isSandboxOnly?: boolean;
}

/** Values of a request that the middleware and the operations share. */
export interface Env {
  readonly Bindings: RequestOrigin & { readonly isCounted: boolean };
  readonly Variables: {
    readonly requestId: string;
    readonly organizationId?: string;
  };
}
