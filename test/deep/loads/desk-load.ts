import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrokerageDatabase } from '../../../src/store/connection.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';

/** A client of a tool server, and the person or program behind it. */
export interface LoadSeat {
  call(tool: string, input?: Record<string, unknown>): Promise<CallAnswer>;
}

/** Customer that the load creates. Similar names would resolve to one customer. */
interface Write {
  readonly name: string;
  readonly begunAt: number;
  acknowledgedAt?: number;
}

/** A question that reads the copy of the records. */
const question = { measures: ['revenue'], by: ['customer'], period: 'last 90 days' };
const pauseMs = 20;

export interface DeskLoad {
  readonly acknowledged: () => number;
  /** Counts the answers, by their first words, that did not acknowledge a write or answer a question. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Writes through every seat, and asks after each write, until the load is over. Every write that was begun is acknowledged then. */
  run(isOver: () => boolean): Promise<void>;
  /** Asks once through every seat. A refused question is repeated. */
  ask(): Promise<void>;
  /** Compares the writes with the brokerage. */
  count(stored: Stored): Promise<LoadCounts>;
}

interface Stored {
  readonly database: BrokerageDatabase;
  /** Moments of a backup and of the end of its restore: a write between them may be gone. */
  readonly undone?: { readonly since: number; readonly until: number };
}

export interface LoadCounts {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly refused: number;
  /** Writes that a restore took back. */
  readonly restoredAway: number;
}

/** Creates a load of several clients that write through a tool server, and ask it, like assistants of several people. */
export function createDeskLoad(seats: readonly LoadSeat[]): DeskLoad {
  const writes: Write[] = [];
  const refusals = new Map<string, number>();
  const noteRefusal = (ending: string) => refusals.set(ending, (refusals.get(ending) ?? 0) + 1);

  async function callAgain(seat: LoadSeat, tool: string, input: Record<string, unknown>): Promise<CallAnswer> {
    for (;;) {
      const { answer, ending } = await call(seat, tool, input);
      if (answer !== undefined && ending === 'done') return answer;
      noteRefusal(`question ${ending}`);
      await pause(pauseMs);
    }
  }

  const isStored = async (seat: LoadSeat, name: string): Promise<boolean> => {
    const input = { filter: { name: { equalTo: name } } };
    const { data } = await callAgain(seat, 'api_read', { operation: 'customers.filter', input });
    return data.rows.length > 0;
  };

  /** Writes like an instructed assistant: repeats a write that was not done, and looks first where that is unknown. */
  async function writeUntilDone(seat: LoadSeat, write: Write): Promise<void> {
    let isMeant = false;
    for (;;) {
      const input = { name: write.name, status: 'ACTIVE' };
      const { ending } = await call(seat, 'api_write', {
        operation: 'customers.create',
        input,
        ...(isMeant && { again: true }),
      });
      if (ending !== 'done') noteRefusal(ending);
      if (ending === 'done' || (ending === 'UNKNOWN' && (await isStored(seat, write.name)))) break;
      isMeant = ending === 'UNKNOWN';
      await pause(pauseMs);
    }
    write.acknowledgedAt = performance.now();
  }

  const countAcknowledged = () => writes.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined).length;
  return {
    acknowledged: countAcknowledged,
    refusals,
    async run(isOver) {
      const runSeat = async (seat: LoadSeat) => {
        while (!isOver()) {
          const write = { name: randomUUID(), begunAt: performance.now() };
          writes.push(write);
          await writeUntilDone(seat, write);
          await callAgain(seat, 'analyze', question);
        }
      };
      await Promise.all(seats.map(runSeat));
    },
    async ask() {
      await Promise.all(seats.map((seat) => callAgain(seat, 'analyze', question)));
    },
    async count({ database, undone }) {
      const rows = await database.reader
        .selectFrom('customer')
        .select('name')
        .where(
          'name',
          'in',
          writes.map(({ name }) => name),
        )
        .where('deleted_at', 'is', null)
        .execute();
      const copies = Map.groupBy(rows, ({ name }) => name);
      const missing = writes.filter(({ name }) => !copies.has(name));
      const canBeGone = ({ begunAt, acknowledgedAt = Number.POSITIVE_INFINITY }: Write) =>
        undone !== undefined && begunAt < undone.until && acknowledgedAt > undone.since;
      return {
        acknowledged: countAcknowledged(),
        lost: missing.filter((write) => !canBeGone(write)).map(({ name }) => name),
        doubled: [...copies].filter(([, same]) => same.length > 1).map(([name]) => name),
        refused: [...refusals.values()].reduce((sum, times) => sum + times, 0),
        restoredAway: missing.filter(canBeGone).length,
      };
    },
  };
}

interface Called {
  readonly answer?: CallAnswer;
  /** `done`, or the words that say what became of the call. */
  readonly ending: string;
}

async function call(seat: LoadSeat, tool: string, input: Record<string, unknown>): Promise<Called> {
  try {
    const answer = await seat.call(tool, input);
    if (tool === 'api_write' && answer.isError !== true && !['done', 'already_done'].includes(answer.data.status))
      throw new Error(answer.text);
    if (answer.isError !== true) return { answer, ending: 'done' };
    const [, words = answer.text.slice(0, 200)] = /^(NOT DONE|UNKNOWN|[A-Z_]+(?=:))/.exec(answer.text) ?? [];
    return { answer, ending: words };
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 503) return { ending: 'HTTP 503' };
    throw error;
  }
}
