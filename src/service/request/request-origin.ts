import { ownTurn, type RequestTurn } from '../../domain/kit/turns.ts';

/** Origin of a request. */
export interface RequestOrigin {
  readonly callerAddress: string;
  readonly turn: RequestTurn;
}

/** Origin of requests of this process itself, which never wait for a turn. */
export const ownProcess: RequestOrigin = { callerAddress: 'this process', turn: ownTurn };
