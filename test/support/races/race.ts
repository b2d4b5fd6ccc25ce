import { expect } from 'vitest';
import { later } from '../../../src/mcp/run/call-facts.ts';
import { stateOf } from '../records/brokerage-state.ts';
import type { DatabaseName } from '../stores/databases.ts';
import { createMeeting, type Meeting } from './meeting.ts';
import { ask, type SecondService, startSecondService } from '../service/second-service.ts';
import { type ApiAnswer, startService, type TestService } from '../service/service.ts';
import { subscribe } from '../servers/webhooks.ts';

const minuteMs = 60_000;

/** One of two requests that want contrary things. */
export interface Move {
  readonly method: string;
  readonly target: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the answer says that it happened; left out: any success does. */
  readonly isDone?: (answer: ApiAnswer) => boolean;
}

export interface Race {
  readonly title: string;
  /** Fresh records, and the two moves over them. */
  readonly prepare: (home: TestService) => Promise<readonly [Move, Move]>;
}

/** Two instances of the service on one store, each with connections of its own. */
export interface RaceTrack extends AsyncDisposable {
  readonly api: TestService;
  /** Runs a race so many times; every outcome must be one that the two requests could have had one after the other. */
  run(race: Race, rounds: Rounds): Promise<Tally>;
}

interface Rounds {
  readonly times: number;
  /** Number of the first round: in which order the two start, and where they pause, differs from round to round. */
  readonly from: number;
}

interface Tally {
  /** How often both requests had begun before either was done. */
  overlapped: number;
  /** How often the store had to begin a transaction anew, as after a deadlock. */
  retried: number;
  /** How often each outcome was seen. */
  readonly outcomes: Record<string, number>;
}

interface Outcome {
  readonly title: string;
  readonly statuses: readonly number[];
  readonly isDone: readonly boolean[];
  readonly state: readonly string[];
}

export async function startRaceTrack(database: DatabaseName): Promise<RaceTrack> {
  const api = await startService(database);
  const meeting = createMeeting();
  const left = await startSecondService(api, (store) => meeting.attended(store));
  const right = await startSecondService(api, (store) => meeting.attended(store));
  const track = { api, left, right, meeting };
  return {
    api,
    async run(race, { times, from }) {
      // Each organization gets a token, and a service gives only so many of them in a minute.
      api.clock.now = later(api.clock.now, minuteMs);
      const possible = await possibleOutcomes(track, race);
      const tally: Tally = { overlapped: 0, retried: 0, outcomes: {} };
      for (let n = from; n < from + times; n += 1) {
        const { title, isOverlap, retries } = await runOnce(track, race, possible, n);
        tally.outcomes[title] = (tally.outcomes[title] ?? 0) + 1;
        tally.overlapped += Number(isOverlap);
        tally.retried += retries;
      }
      return tally;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([left[Symbol.asyncDispose](), right[Symbol.asyncDispose]()]);
      await api[Symbol.asyncDispose]();
    },
  };
}

interface Track {
  readonly api: TestService;
  readonly left: SecondService;
  readonly right: SecondService;
  readonly meeting: Meeting;
}

/** Each race is run in an organization of its own, so that what it left behind can be compared whole. */
async function newHome({ api }: Track): Promise<TestService> {
  const caller = await api.anotherOrganization();
  const home = { ...api, ...caller };
  await subscribe(home);
  return home;
}

interface PossibleOutcomes {
  /** The first that was the same, or none. */
  matching(found: Outcome): Promise<Outcome | undefined>;
  /** Those that were looked at. */
  readonly known: readonly Outcome[];
}

/** What the two moves come to one after the other, and, should that not fit, what each comes to alone. */
async function possibleOutcomes(track: Track, race: Race): Promise<PossibleOutcomes> {
  const serial = async (title: string, order: readonly (0 | 1)[]): Promise<Outcome> => {
    const home = await newHome(track);
    const moves = await race.prepare(home);
    // A move that is left out was refused because of the other, whatever it would have got alone.
    const statuses = [409, 409];
    const isDone = [false, false];
    for (const index of order) {
      const answer = await ask(track.left.service, home.token, moves[index]);
      statuses[index] = answer.status;
      isDone[index] = happened(moves[index], answer);
    }
    return { title, statuses, isDone, state: await stateOf(home) };
  };
  const known = [await serial('first, then second', [0, 1]), await serial('second, then first', [1, 0])];
  // Otherwise there would be nothing that the two could want at the same time.
  expect([known[0]?.isDone[0], known[1]?.isDone[1]], 'each move alone succeeds').toEqual([true, true]);
  const others = [() => serial('first only', [0]), () => serial('second only', [1])];
  return {
    known,
    async matching(found) {
      for (;;) {
        const match = known.find((outcome) => isSame(outcome, found));
        const other = match ? undefined : others.shift();
        if (!other) return match;
        known.push(await other());
      }
    },
  };
}

const happened = ({ isDone }: Move, answer: ApiAnswer): boolean =>
  answer.status < 300 && (isDone === undefined || isDone(answer));

async function runOnce(track: Track, race: Race, possible: PossibleOutcomes, n: number) {
  const home = await newHome(track);
  const moves = await race.prepare(home);
  const services = n % 4 < 2 ? [track.left, track.right] : [track.right, track.left];
  // What an instance does once for each caller must not count as the race.
  for (const { service } of services)
    await ask(service, home.token, { method: 'GET', target: '/v1/payment-terms/none' });
  track.meeting.open(n);
  const begin = (index: 0 | 1) =>
    // A request that is over before it reaches the store must not keep the other one waiting.
    ask((services[index] ?? track.left).service, home.token, moves[index]).finally(() => track.meeting.release());
  const isFirstAhead = n % 2 === 0;
  const ahead = begin(isFirstAhead ? 0 : 1);
  const behind = begin(isFirstAhead ? 1 : 0);
  const answers = await Promise.all(isFirstAhead ? [ahead, behind] : [behind, ahead]);
  const met = track.meeting.close();
  const found: Outcome = {
    title: '',
    statuses: answers.map(({ status }) => status),
    isDone: answers.map((answer, index) => happened(moves[index === 0 ? 0 : 1], answer)),
    state: await stateOf(home),
  };
  const fitting = await possible.matching(found);
  if (!fitting) explain(race, possible.known, found, answers);
  return { title: fitting?.title ?? '', ...met };
}

/** The same happened; whoever lost may also have been told so in the words of a conflict. */
function isSame(possible: Outcome, found: Outcome): boolean {
  const isAnswered = possible.statuses.every((status, index) => {
    if (possible.isDone[index] !== found.isDone[index]) return false;
    return found.statuses[index] === status || (found.statuses[index] === 409 && !possible.isDone[index]);
  });
  return isAnswered && JSON.stringify(possible.state) === JSON.stringify(found.state);
}

/** Fails with the nearest possible outcome beside what was found. */
function explain({ title }: Race, possible: readonly Outcome[], found: Outcome, answers: readonly ApiAnswer[]): void {
  const said = answers.map(({ status, body }) => `${status} ${body.error?.message ?? ''}`);
  const difference = (outcome: Outcome) => {
    const missing = without(outcome.state, found.state);
    const extra = without(found.state, outcome.state);
    return { outcome: outcome.title, statuses: outcome.statuses, missing, extra };
  };
  const nearest = possible
    .map(difference)
    .toSorted((a, b) => a.missing.length + a.extra.length - b.missing.length - b.extra.length);
  expect.fail(
    `${title}: ${JSON.stringify(said)} is no possible outcome; ${JSON.stringify(nearest.slice(0, 2), null, 1)}`,
  );
}

/** What is left of some rows when each of the others is taken away once. */
function without(rows: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return rows.filter((row) => {
    const index = rest.indexOf(row);
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  });
}
