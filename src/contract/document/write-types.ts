// Writes src/contract/types.ts from the contract: `npm run list-types`, after a change of an operation or a schema.
import { writeFileSync } from 'node:fs';
import { printContractTypes } from './contract-types.ts';

writeFileSync(new URL('../types.ts', import.meta.url), printContractTypes());
