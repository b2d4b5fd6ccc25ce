import type { Operation, Output, Parsed } from '../../contract/kit/operation.ts';
import type { OperationName } from '../../contract/operations.ts';
import type { ServiceContext } from './context.ts';

/** One handler per declared operation; a missing or extra one is a compile error. A Response is sent as it is (CSV, PDF). */
export type Handlers<Group extends Record<string, Operation>> = {
  readonly [Name in keyof Group]: (
    ctx: ServiceContext,
    input: Parsed<Group[Name]>,
  ) => Promise<Output<Group[Name]> | Response>;
};

/** A handler after its input was checked: the table is typed, the router is not. */
export type AnyHandler = (ctx: ServiceContext, input: never) => Promise<unknown>;

/** Finds the handler of an operation. */
export type HandlerOf = (name: OperationName) => AnyHandler;
