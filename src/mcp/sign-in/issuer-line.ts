import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { WaybillError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { stripInvisible } from '../text/invisible.ts';

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

interface IssuerOutage {
  readonly beganAt: number;
  /** Question that the issuer did not answer. It is asked again, because another question may still be answered. */
  readonly question: () => Promise<unknown>;
  pauseMs: number;
  nextAt: number;
  timer: NodeJS.Timeout | undefined;
}

export function createIssuerLine({ log, name }: IssuerLineOptions): IssuerLine {
  let outage: IssuerOutage | undefined;

  function noteFailure(error: unknown, question: IssuerOutage['question']): WaybillError {
    if (outage === undefined) {
      outage = { beganAt: Date.now(), question, pauseMs: firstPauseMs, nextAt: 0, timer: undefined };
      const message =
        findRefusalStatus(error) === undefined
          ? 'The issuer cannot be asked: tokens that depend on its answer are refused until it can.'
          : 'The issuer refuses introspection: every token is refused until it answers.';
      log('error', message, { issuer: name, cause: describeFailure(error) });
      pause(outage);
    }
    return toProblem(outage);
  }

  function pause(away: IssuerOutage): void {
    away.nextAt = Date.now() + away.pauseMs;
    away.timer = setTimeout(() => void tryAgain(away), away.pauseMs).unref();
    away.pauseMs = Math.min(away.pauseMs * 2, pauseMaxMs);
  }

  /** Asks the issuer again in the background. A caller would wait for seconds for an issuer that does not answer. */
  async function tryAgain(away: IssuerOutage): Promise<void> {
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

function toProblem({ nextAt }: IssuerOutage): WaybillError {
  const retryAfterSeconds = Math.max(1, Math.ceil((nextAt - Date.now()) / 1000));
  return new WaybillError(
    'SERVICE_UNAVAILABLE',
    `The issuer cannot be asked about this token now. Nothing was changed; try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}

/** Returns why the issuer did not answer, in its own words where it has any. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = findRefusalStatus(error);
  const { cause } = error;
  if (status !== undefined) {
    const reasons = listRefusalReasons([error, ...(Array.isArray(cause) ? cause : [])]);
    return [`HTTP ${status}`, ...reasons].join(': ');
  }
  if (cause instanceof Response) return `HTTP ${cause.status}`;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}

/** Returns the status with which the issuer refused a question; undefined where it did not answer one. */
function findRefusalStatus(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { cause } = error;
  const status: unknown = cause instanceof Response ? cause.status : Reflect.get(error, 'status');
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

/** Reads the members in which OAuth words a refusal, in the body of an answer or in its challenge. */
function listRefusalReasons(sources: readonly object[]): readonly string[] {
  const members = sources.flatMap((source) => {
    const parameters: unknown = Reflect.get(source, 'parameters');
    return [source, ...(isPlainRecord(parameters) ? [parameters] : [])];
  });
  const reasons = ['error', 'error_description'].flatMap((name) =>
    members.map((source): unknown => Reflect.get(source, name)).filter((reason) => typeof reason === 'string'),
  );
  return reasons.map((reason) => stripInvisible(reason).text.slice(0, reasonMax));
}

const reasonMax = 200;

/** Returns true if a question failed because the issuer is unreachable, not because it said no. */
export function isAwayError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || error.message === 'fetch failed') return true;
  const { cause } = error;
  if (cause instanceof Response) return cause.status >= 500;
  return cause !== error && isAwayError(cause);
}
