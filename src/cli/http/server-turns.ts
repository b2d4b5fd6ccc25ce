import { createTurns, type FullQueue, type TurnLimits } from '../../domain/kit/turns.ts';
import { WaybillError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { ServerTurns } from './api-server.ts';

type ServerTurnLimits = Omit<TurnLimits, 'toRefusal'>;

/**
 * Each client has up to 8 requests under way, so that two busy ones leave room for a third. More than 16 at once would
 * gain nothing: SQLite answers one query at a time, and 10 connections lead to PostgreSQL. 16 pages of 250 records take
 * about 100 MB while they are made.
 */
export const serviceLimits: ServerTurnLimits = {
  runningMax: 16,
  turnsOfOneMax: 8,
  waitingMax: 1000,
  waitingOfOneMax: 250,
  waitingBytesMax: Number.POSITIVE_INFINITY,
};

/** An assistant calls a handful of tools at once. Most calls wait for an API elsewhere, so that many may run. */
export const toolServerLimits: ServerTurnLimits = {
  runningMax: 32,
  turnsOfOneMax: 4,
  waitingMax: 1000,
  waitingOfOneMax: 100,
  waitingBytesMax: Number.POSITIVE_INFINITY,
};

/** Files are passed on piece by piece, as fast as the caller sends or reads: many take little more than one. */
export const transferLimits: ServerTurnLimits = {
  runningMax: 64,
  turnsOfOneMax: 4,
  waitingMax: 250,
  waitingOfOneMax: 10,
  waitingBytesMax: Number.POSITIVE_INFINITY,
};

/** Seconds after which a refused caller may ask again: most requests take far less. */
const retryAfterSeconds = 2;
const logEveryMs = 60_000;

/** Creates the turns of a server; requests that are refused are one line of the log in a minute. */
export function createServerTurns(limits: ServerTurnLimits, log: Log): ServerTurns {
  let hasLogged = false;
  const toRefusal = ({ isOfOne, waiting }: FullQueue): WaybillError => {
    const message = isOfOne
      ? `The server is busy: ${waiting} of your requests are waiting. Try again in a moment.`
      : `The server is busy: ${waiting} requests are waiting. Try again in a moment.`;
    if (!hasLogged) {
      hasLogged = true;
      setTimeout(() => (hasLogged = false), logEveryMs).unref();
      log('warn', 'Requests are refused because too many are waiting.', { waiting, ofOneCaller: isOfOne });
    }
    return new WaybillError('SERVICE_UNAVAILABLE', `${message} Nothing was changed; try again in a moment.`, {
      retryAfterSeconds,
    });
  };
  return {
    work: createTurns({ ...limits, toRefusal }),
    transfer: createTurns({ ...transferLimits, toRefusal }),
  };
}
