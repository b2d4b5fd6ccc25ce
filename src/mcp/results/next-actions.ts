import type { WaybillError } from '../../errors.ts';
import type { NextAction } from './result.ts';

const actionsOf = new WeakMap<WaybillError, readonly NextAction[]>();

/** Attaches what the model may do about an error; the same error is returned, to be thrown. */
export function withNextActions(error: WaybillError, actions: readonly NextAction[]): WaybillError {
  actionsOf.set(error, actions);
  return error;
}

export const getNextActions = (error: WaybillError): readonly NextAction[] => actionsOf.get(error) ?? [];
