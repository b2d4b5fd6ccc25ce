import { expect } from 'vitest';
import { addMilliseconds } from '../../../src/mcp/run/call-details.ts';
import { readState } from '../records/brokerage-state.ts';
import type { DatabaseName } from '../stores/databases.ts';
import { createMeeting, type Meeting } from './meeting.ts';
import { sendRequest, type SecondService, startSecondService } from '../service/second-service.ts';
import { type ApiAnswer, startService, type TestService } from '../service/service.ts';
import { subscribe } from '../servers/webhooks.ts';

const minuteMs = 60_000;

/** One of two requests that want contrary things. */
export interface RaceMove {
  readonly method: string;
  readonly target: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns true if the answer says that the move took effect; left out: any success does. */
  readonly isDone?: (answer: ApiAnswer) => boolean;
}

export interface Race {
  readonly title: string;
  /** Fresh records, and the two moves over them. */
  readonly prepare: (home: TestService) => Promise<readonly [RaceMove, RaceMove]>;
}

/** Two instances of the service on one store, each with connections of its own. */
export interface RaceTrack extends AsyncDisposable {
  readonly api: TestService;
  /** Runs a race so many times; every outcome must be one that the two requests could have had one after the other. */
  run(race: Race, rounds: Rounds): Promise<RaceTally>;
}

interface Rounds {
  readonly times: number;
  /** Number of the first round: in which order the two start, and where they pause, differs from round to round. */
  readonly from: number;
}

interface RaceTally {
  /** Number of rounds in which both requests had begun before either was done. */
  overlapped: number;
  /** Number of times that the store had to begin a transaction anew, as after a deadlock. */
  retried: number;
  /** Number of times that each outcome was seen. */
  readonly outcomes: Record<string, number>;
}

interface RaceOutcome {
  readonly title: string;
  readonly statuses: readonly number[];
  readonly isDone: readonly boolean[];
  readonly state: readonly string[];
}

export async function startRaceTrack(database: DatabaseName): Promise<RaceTrack> {
  const api = await startService(database);
  const meeting = createMeeting();
  const firstService = await startSecondService(api, (store) => meeting.joinStore(store));
  const secondService = await startSecondService(api, (store) => meeting.joinStore(store));
  const track = { api, firstService, secondService, meeting };
  return {
    api,
    async run(race, { times, from }) {
      // Each organization gets a token, and a service gives only so many of them in a minute.
      api.clock.now = addMilliseconds(api.clock.now, minuteMs);
      const possible = await findPossibleOutcomes(track, race);
      const tally: RaceTally = { overlapped: 0, retried: 0, outcomes: {} };
      for (let n = from; n < from + times; n += 1) {
        const { title, isOverlap, retries } = await runOnce(track, race, possible, n);
        tally.outcomes[title] = (tally.outcomes[title] ?? 0) + 1;
        tally.overlapped += Number(isOverlap);
        tally.retried += retries;
      }
      return tally;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([firstService[Symbol.asyncDispose](), secondService[Symbol.asyncDispose]()]);
      await api[Symbol.asyncDispose]();
    },
  };
}

interface Track {
  readonly api: TestService;
  readonly firstService: SecondService;
  readonly secondService: SecondService;
  readonly meeting: Meeting;
}

/** Creates an organization for one race, so that the records it leaves can be compared whole. */
async function createHome({ api }: Track): Promise<TestService> {
  const caller = await api.anotherOrganization();
  const home = { ...api, ...caller };
  await subscribe(home);
  return home;
}

interface PossibleOutcomes {
  /** Finds the first outcome that is the same, or undefined. */
  findMatch(observed: RaceOutcome): Promise<RaceOutcome | undefined>;
  /** Outcomes that were compared. */
  readonly knownOutcomes: readonly RaceOutcome[];
}

/** Runs the two moves one after the other to learn their outcomes and, should these not fit, each move alone. */
async function findPossibleOutcomes(track: Track, race: Race): Promise<PossibleOutcomes> {
  const runInOrder = async (title: string, order: readonly (0 | 1)[]): Promise<RaceOutcome> => {
    const home = await createHome(track);
    const moves = await race.prepare(home);
    // A move that is left out was refused because of the other, whatever it would have got alone.
    const statuses = [409, 409];
    const isDone = [false, false];
    for (const index of order) {
      const answer = await sendRequest(track.firstService.service, home.token, moves[index]);
      statuses[index] = answer.status;
      isDone[index] = hasHappened(moves[index], answer);
    }
    return { title, statuses, isDone, state: await readState(home) };
  };
  const knownOutcomes = [
    await runInOrder('first, then second', [0, 1]),
    await runInOrder('second, then first', [1, 0]),
  ];
  // Otherwise there would be nothing that the two could want at the same time.
  expect([knownOutcomes[0]?.isDone[0], knownOutcomes[1]?.isDone[1]], 'each move alone succeeds').toEqual([true, true]);
  const singleMoves = [() => runInOrder('first only', [0]), () => runInOrder('second only', [1])];
  return {
    knownOutcomes: knownOutcomes,
    async findMatch(observed) {
      for (;;) {
        const match = knownOutcomes.find((outcome) => isSame(outcome, observed));
        const other = match ? undefined : singleMoves.shift();
        if (!other) return match;
        knownOutcomes.push(await other());
      }
    },
  };
}

const hasHappened = ({ isDone }: RaceMove, answer: ApiAnswer): boolean =>
  answer.status < 300 && (isDone === undefined || isDone(answer));

async function runOnce(track: Track, race: Race, possible: PossibleOutcomes, n: number) {
  const home = await createHome(track);
  const moves = await race.prepare(home);
  const services = n % 4 < 2 ? [track.firstService, track.secondService] : [track.secondService, track.firstService];
  // What an instance does once for each caller must not count as the race.
  for (const { service } of services)
    await sendRequest(service, home.token, { method: 'GET', target: '/v1/payment-terms/none' });
  track.meeting.open(n);
  const begin = (index: 0 | 1) =>
    // A request that is over before it reaches the store must not keep the other one waiting.
    sendRequest((services[index] ?? track.firstService).service, home.token, moves[index]).finally(() =>
      track.meeting.release(),
    );
  const isFirstAhead = n % 2 === 0;
  const ahead = begin(isFirstAhead ? 0 : 1);
  const followingRequest = begin(isFirstAhead ? 1 : 0);
  const answers = await Promise.all(isFirstAhead ? [ahead, followingRequest] : [followingRequest, ahead]);
  const met = track.meeting.close();
  const observed: RaceOutcome = {
    title: '',
    statuses: answers.map(({ status }) => status),
    isDone: answers.map((answer, index) => hasHappened(moves[index === 0 ? 0 : 1], answer)),
    state: await readState(home),
  };
  const fitting = await possible.findMatch(observed);
  if (!fitting) explain(race, possible.knownOutcomes, observed, answers);
  return { title: fitting?.title ?? '', ...met };
}

/** Returns true if both outcomes are the same. The request that lost may also have been refused as a conflict. */
function isSame(possible: RaceOutcome, observed: RaceOutcome): boolean {
  const isAnswered = possible.statuses.every((status, index) => {
    if (possible.isDone[index] !== observed.isDone[index]) return false;
    return observed.statuses[index] === status || (observed.statuses[index] === 409 && !possible.isDone[index]);
  });
  return isAnswered && JSON.stringify(possible.state) === JSON.stringify(observed.state);
}

/** Fails, and prints the nearest possible outcome next to the observed one. */
function explain(
  { title }: Race,
  possible: readonly RaceOutcome[],
  observed: RaceOutcome,
  answers: readonly ApiAnswer[],
): void {
  const messages = answers.map(({ status, body }) => `${status} ${body.error?.message ?? ''}`);
  const compareWithObserved = (outcome: RaceOutcome) => {
    const missing = subtractRows(outcome.state, observed.state);
    const extra = subtractRows(observed.state, outcome.state);
    return { outcome: outcome.title, statuses: outcome.statuses, missing, extra };
  };
  const nearest = possible
    .map(compareWithObserved)
    .toSorted((a, b) => a.missing.length + a.extra.length - b.missing.length - b.extra.length);
  expect.fail(
    `${title}: ${JSON.stringify(messages)} is no possible outcome; ${JSON.stringify(nearest.slice(0, 2), null, 1)}`,
  );
}

/** Subtracts rows from a list: each removed row takes away one equal row. */
function subtractRows(rows: readonly string[], removedRows: readonly string[]): string[] {
  const rest = [...removedRows];
  return rows.filter((row) => {
    const index = rest.indexOf(row);
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  });
}
