import type { ApiCapabilities } from '../../src/client/capabilities/api-capabilities.ts';

/** Capabilities of the same API without its export, which shares what is learned of the rest. */
export const removeExport = (capabilities: ApiCapabilities): ApiCapabilities => ({
  ...capabilities,
  isMissing: async (name) => name === 'operation bulkExport.read' || capabilities.isMissing(name),
});
