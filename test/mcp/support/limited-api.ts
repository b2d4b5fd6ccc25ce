import type { ApiClient } from '../../../src/client/calls/api-client.ts';
import { WaybillError } from '../../../src/errors.ts';

/** Wraps the client of an API that lacks some operations: their calls fail as its 501 would. */
export function omitOperations(api: ApiClient, ...missing: readonly string[]): ApiClient {
  return {
    ...api,
    call: async (name, input, options) => {
      if (missing.includes(name)) throw new WaybillError('NOT_IMPLEMENTED', `${name} is not offered.`);
      return api.call(name, input, options);
    },
  };
}
