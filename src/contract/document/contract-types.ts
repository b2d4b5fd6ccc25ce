import { WebhookDelivery } from '../events/events.ts';
import { operations } from '../operations.ts';
import { sandboxOperations } from '../sandbox.ts';
import { printTypesFile } from './types-file.ts';

/** Prints `src/contract/types.ts`. */
export const printContractTypes = () =>
  printTypesFile({
    tables: { Operations: operations, SandboxOperations: { sandbox: sandboxOperations } },
    schemas: [WebhookDelivery],
  });
