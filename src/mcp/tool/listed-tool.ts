import type { Gate } from '../../contract/kit/gate.ts';
import type { Toolset } from '../policy/toolsets.ts';
import type { MoneyKind } from '../../domain/bounds/money-kinds.ts';
import type { JsonSchema } from './json-schema.ts';

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
  /** It carries out whatever operation it is asked for, each with a gate of its own. */
  readonly takesAnyGate?: boolean;
  readonly hints: Hints;
  /** The one kind of money that it moves, which a policy can limit by its name. */
  readonly moves?: MoneyKind;
  /** Whether it can change anything. */
  readonly isWrite: boolean;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}
