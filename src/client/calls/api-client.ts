import type { ResourceName } from '../../contract/operation-names.ts';
import type { Document, Operations, OperationTypes } from '../../contract/types.ts';
import type { ApiOrganization } from './api-organization.ts';
import type { ReadExport } from './bulk-export.ts';
import type { ApiTime } from './api-clock.ts';
import type { ApiCapabilities } from '../capabilities/api-capabilities.ts';
import type {
  CallOptions,
  Download,
  DownloadOptions,
  OperationInput,
  RawOptions,
  RawResponse,
  UploadOptions,
  UploadSource,
  UploadTarget,
} from './call-options.ts';

type OperationCall<Input, Output> =
  Partial<Input> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Output>
    : (input: Input, options?: CallOptions) => Promise<Output>;

/** Operations of the client, by resource. */
export type Resources = {
  readonly [Resource in ResourceName]: {
    readonly [Name in keyof Operations[Resource]]: Operations[Resource][Name] extends OperationTypes<
      infer Input,
      infer Output,
      unknown
    >
      ? OperationCall<Input, Output>
      : never;
  };
};

export interface RateLimit {
  readonly perMinute: number | undefined;
  readonly waitSeconds: number;
}

/** Methods of the client that belong to no resource. */
export interface ClientMethods extends AsyncDisposable {
  /** Calls an operation by name, for callers that know the operation only at run time. */
  readonly call: (name: string, input?: OperationInput, options?: CallOptions) => Promise<unknown>;
  /** Returns the bytes of any declared media type, such as a CSV report or a PDF. */
  readonly raw: (name: string, input?: OperationInput, options?: RawOptions) => Promise<RawResponse>;
  /** Reads all records of some collections as of one moment; fails where the API has no export. */
  readonly readExport: ReadExport;
  readonly upload: (target: UploadTarget, source: UploadSource, options?: UploadOptions) => Promise<Document>;
  readonly download: (address: string, options?: DownloadOptions) => Promise<Download>;
  /** Returns the API's time as its last response gave it. Requests a token first if the API has not responded yet. */
  readonly time: (signal?: AbortSignal) => Promise<ApiTime>;
  /** Registry of what the API has and lacks. */
  readonly capabilities: ApiCapabilities;
  /** Returns true if a write may be sent again under its key without being carried out twice. */
  readonly keepsKeys: () => Promise<boolean>;
  /** Looks a money write up that was sent since then (epoch milliseconds of this machine); undefined where the records do not show it. */
  readonly findWritten: (name: string, input: OperationInput, sinceMs: number) => Promise<unknown>;
  /**
   * Returns the organization that the responses name; undefined if they name none. Requests a token first if the API
   * has not responded yet.
   */
  readonly organization: (signal?: AbortSignal) => Promise<ApiOrganization | undefined>;
  /** Returns the rate limit of the last response; undefined before the first response and if there is no limit. */
  readonly requestsPerMinute: () => number | undefined;
  /** Returns the rate limit, and the seconds until the API takes requests again; 0 if it takes them now. */
  readonly rateLimit: () => RateLimit;
  /** Ends running calls and connections. */
  readonly close: () => Promise<void>;
}

/** The client of the brokerage API. */
export type ApiClient = Resources & ClientMethods;
