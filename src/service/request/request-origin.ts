import { ownTurn, type RequestTurn } from '../../domain/kit/turns.ts';

/** Origin of a request. */
export interface RequestOrigin {
  readonly callerAddress: string;
  readonly turn: RequestTurn;
}

/** The origin of requests of this process itself, which wait for nobody. */
export const ownProcess: RequestOrigin = { callerAddress: 'this process', turn: ownTurn };
