import type { Gate } from '../../contract/kit/gate.ts';
import type { Toolset } from '../policy/toolsets.ts';
import type { MoneyKind } from '../../domain/limits/money-kinds.ts';
import type { AdvertisedSchema } from './json-schema.ts';

/** Hints for hosts; `readOnlyHint` follows from the gate. */
export interface Hints {
  /** May remove or overwrite what cannot simply be put back. */
  readonly destructive: boolean;
  /** A second identical call changes nothing more. */
  readonly idempotent: boolean;
  /** Reaches people or systems outside the brokerage, such as by e-mail. */
  readonly openWorld: boolean;
}

/** A tool as a client reads it in the list, and what decides whether it is offered: plain data, known before the tool is loaded. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly toolset: Toolset;
  readonly gate: Gate;
  /** True if the tool carries out any operation, each with its own gate. */
  readonly takesAnyGate?: boolean;
  readonly hints: Hints;
  /** The one kind of money that it moves, which a policy can limit by its name. */
  readonly moves?: MoneyKind;
  /** True if the tool can change anything. */
  readonly isWrite: boolean;
  readonly inputSchema: AdvertisedSchema;
  readonly outputSchema: AdvertisedSchema;
}
