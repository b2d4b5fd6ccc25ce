import type { ElicitResult } from '@modelcontextprotocol/client';
import { addMilliseconds } from '../../../src/mcp/run/call-facts.ts';
import { type Answer, asksByForm, type Cell } from './axes.ts';
import { addedRows, countRows, type RowCounts } from './row-counts.ts';
import { type Scene, stateOf } from './scene.ts';
import type { Call, Question, Seat, Word } from './seats.ts';
import type { Table } from './table.ts';

/** What came of a cell. */
export interface Played {
  /** What each call was answered that could have had an effect. */
  readonly words: readonly Word[];
  /** What the API says in the end: as before, as after the call, or whatever else it is. */
  readonly state: unknown;
  /** Rows of the brokerage that there are more or fewer of, by table. */
  readonly left: RowCounts;
}

const minuteMs = 60_000;
/** Longer than a form counts, and longer than an approval does. */
const lateMs = { form: 11 * minuteMs, approval: 25 * 60 * minuteMs };

const replies: Readonly<Record<Exclude<Answer, 'no forms'>, ElicitResult>> = {
  accept: { action: 'accept', content: { confirm: true } },
  decline: { action: 'decline' },
  cancel: { action: 'cancel' },
  unticked: { action: 'accept', content: { confirm: false } },
};

export async function playCell(table: Table, cell: Cell): Promise<Played> {
  const { clock, service } = table.desk;
  const startedAt = clock.now;
  const stage = table.nextStage();
  const scene = await cell.row.prepare(stage);
  const begun = await stateOf(scene);
  if (begun !== 'before') throw new Error(`it began with ${JSON.stringify(begun)}`);
  let counted = await countRows(service);
  const turn = async () => {
    if (cell.course === 'expired')
      clock.now = addMilliseconds(startedAt, lateMs[asksByForm(cell) ? 'form' : 'approval']);
    if (cell.course !== 'changed') return;
    await scene.meddle();
    counted = await countRows(service);
  };
  try {
    const words = asksByForm(cell)
      ? await playForm({ table, cell, scene, turn })
      : await playApproval({ table, cell, scene, turn });
    const left = addedRows(counted, await countRows(service));
    return { words, state: await stateOf(scene), left };
  } finally {
    // Who was away gets a new token, of which there are only so many in a minute.
    clock.now = cell.course === 'expired' ? addMilliseconds(startedAt, minuteMs) : startedAt;
  }
}

interface Play {
  readonly table: Table;
  readonly cell: Cell;
  readonly scene: Scene;
  /** What happens while the yes is awaited. */
  readonly turn: () => Promise<void>;
}

async function playForm(play: Play): Promise<readonly Word[]> {
  const { table, cell, scene } = play;
  const call: Call = { tool: cell.row.tool, input: scene.input };
  const reply = replies[cell.answer === 'no forms' ? 'decline' : cell.answer];
  const seats = { own: await table.seat('own', cell), other: await table.seat('elsewhere', cell) };
  if (cell.era === 'legacy') return playLegacyForm(play, call, reply, seats);
  const question = await seats.own.call(call);
  if (typeof question === 'string') throw new Error(`no form was shown: ${question}`);
  await play.turn();
  switch (cell.course) {
    case 'replayed':
      return [await seats.own.answer(call, question, reply), await seats.own.answer(call, question, reply)];
    case 'raced':
      return Promise.all([seats.own, seats.other].map((seat) => seat.answer(call, question, reply)));
    case 'other principal':
      return [await (await table.seat('stranger', cell)).answer(call, question, reply)];
    default:
      return [await seats.own.answer(call, question, reply)];
  }
}

/** The older protocol asks within the call: whatever happens meanwhile happens while the form is open. */
async function playLegacyForm(
  { cell, turn }: Play,
  call: Call,
  reply: ElicitResult,
  { own, other }: { readonly own: Seat; readonly other: Seat },
): Promise<readonly Word[]> {
  const fill = async () => {
    await turn();
    return reply;
  };
  const ask = async (seat: Seat, filling = fill) => wordOf(await seat.call(call, filling));
  if (cell.course !== 'raced') return [await ask(own)];
  const bothShown = meeting(2);
  const together = async () => {
    await bothShown();
    return reply;
  };
  return Promise.all([ask(own, together), ask(other, together)]);
}

async function playApproval({ table, cell, scene, turn }: Play): Promise<readonly Word[]> {
  const own = await table.seat('own', cell);
  const asked = await own.ask({ tool: cell.row.tool, input: scene.input });
  const { approvalId } = asked;
  if (approvalId === undefined) throw new Error(`it was not asked about: ${asked.word}`);
  const run = async (seat: Seat) => (await seat.ask({ tool: 'run_approved', input: { approvalId } })).word;
  if (cell.course === 'denied') await table.desk.deny(approvalId);
  else await table.desk.approve(approvalId);
  await turn();
  switch (cell.course) {
    case 'replayed':
      return [await run(own), await run(own)];
    case 'raced':
      return Promise.all([run(own), run(await table.seat('elsewhere', cell))]);
    case 'other principal':
      return [await run(await table.seat('stranger', cell))];
    default:
      return [await run(own)];
  }
}

const wordOf = (sent: Word | Question): Word => (typeof sent === 'string' ? sent : 'question');

/** Lets nobody go on before so many have come. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come === size) resolve();
    return promise;
  };
}
