import type { OperationName } from '../../contract/operation-names.ts';
import type { OperationTypes } from '../../contract/types.ts';
import type { ServiceContext } from './context.ts';

/** One handler per declared operation; a missing or extra one is a compile error. A Response is sent as it is (CSV, PDF). */
export type Handlers<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends OperationTypes<unknown, infer Output, infer Parsed>
    ? (ctx: ServiceContext, input: Parsed) => Promise<Output | Response>
    : never;
};

/** A handler after its input was checked: the table is typed, the router is not. */
export type AnyHandler = (ctx: ServiceContext, input: never) => Promise<unknown>;

/** Finds the handler of an operation. */
export type HandlerOf = (name: OperationName) => AnyHandler;
