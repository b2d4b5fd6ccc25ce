import type { Operations } from './types.ts';

export type ResourceName = keyof Operations;

/** The name by which a caller asks for an operation, as in `quotes.filter`. */
export type OperationName = {
  [Resource in ResourceName]: `${Resource}.${keyof Operations[Resource] & string}`;
}[ResourceName];
