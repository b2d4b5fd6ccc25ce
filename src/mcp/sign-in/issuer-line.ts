import { WaybillError } from '../../errors.ts';
import type { Log } from '../../log.ts';

/** The way to the issuer, which is not used for a while after a question that it did not answer. */
export interface IssuerLine {
  /** Asks the issuer. While it is away this throws at once, without asking. */
  ask<Answer>(question: () => Promise<Answer>, isAway?: (error: unknown) => boolean): Promise<Answer>;
  /** Returns the error that callers get while the issuer is away; undefined while it answers. */
  findOutage(): WaybillError | undefined;
  /** Ends the attempts to reach an issuer that is away. */
  close(): void;
}

export interface IssuerLineOptions {
  readonly log: Log;
  /** The issuer, as it calls itself. */
  readonly name: string;
}

const firstPauseMs = 1000;
/** Longest pause between two attempts: an issuer that is back is noticed within it. */
const pauseMaxMs = 30_000;

interface Outage {
  readonly beganAt: number;
  /** What the issuer did not answer is asked again, because something else may still be answered. */
  readonly question: () => Promise<unknown>;
  pauseMs: number;
  nextAt: number;
  timer: NodeJS.Timeout | undefined;
}

export function createIssuerLine({ log, name }: IssuerLineOptions): IssuerLine {
  let outage: Outage | undefined;

  function noteFailure(error: unknown, question: Outage['question']): WaybillError {
    if (outage === undefined) {
      outage = { beganAt: Date.now(), question, pauseMs: firstPauseMs, nextAt: 0, timer: undefined };
      log('error', 'The issuer cannot be asked: tokens that depend on its answer are refused until it can.', {
        issuer: name,
        cause: describeCause(error),
      });
      pause(outage);
    }
    return toProblem(outage);
  }

  function pause(away: Outage): void {
    away.nextAt = Date.now() + away.pauseMs;
    away.timer = setTimeout(() => void tryAgain(away), away.pauseMs).unref();
    away.pauseMs = Math.min(away.pauseMs * 2, pauseMaxMs);
  }

  /** No caller waits for it: an issuer that says nothing would hold each of them for seconds. */
  async function tryAgain(away: Outage): Promise<void> {
    try {
      await away.question();
    } catch {
      if (outage === away) pause(away);
      return;
    }
    if (outage !== away) return;
    outage = undefined;
    log('info', 'The issuer can be asked again.', {
      issuer: name,
      seconds: Math.round((Date.now() - away.beganAt) / 1000),
    });
  }

  return {
    async ask(question, isAway = () => true) {
      if (outage !== undefined) throw toProblem(outage);
      try {
        return await question();
      } catch (error) {
        throw isAway(error) ? noteFailure(error, question) : error;
      }
    },
    findOutage: () => outage && toProblem(outage),
    close() {
      clearTimeout(outage?.timer);
      outage = undefined;
    },
  };
}

function toProblem({ nextAt }: Outage): WaybillError {
  const retryAfterSeconds = Math.max(1, Math.ceil((nextAt - Date.now()) / 1000));
  return new WaybillError(
    'SERVICE_UNAVAILABLE',
    `The issuer cannot be asked about this token now. Nothing was changed; try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}

function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}

/** Whether a question failed because the issuer is away, rather than because it said no. */
export function isAwayError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || error.message === 'fetch failed') return true;
  const { cause } = error;
  if (cause instanceof Response) return cause.status >= 500;
  return cause !== error && isAwayError(cause);
}
