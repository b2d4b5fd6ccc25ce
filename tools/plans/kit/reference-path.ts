import type { ReferenceInput } from '../../../src/contract/types.ts';

/** Returns the path of a record that an input names. */
export const toPath = (reference: ReferenceInput): { id: string; by: 'id' | 'key' } =>
  'id' in reference ? { id: reference.id, by: 'id' } : { id: reference.key, by: 'key' };
