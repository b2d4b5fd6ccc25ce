import type { ElicitResult } from '@modelcontextprotocol/client';
import { addMilliseconds } from '../../../src/mcp/run/call-details.ts';
import { type FormAnswer, isAskedByForm, type Cell } from './axes.ts';
import { countAddedRows, countRows, type RowCounts } from './row-counts.ts';
import { type GateScene, readState } from './scene.ts';
import type { SeatCall, SeatQuestion, ClientSeat, OutcomeWord } from './seats.ts';
import type { Table } from './table.ts';

/** Result of playing a cell. */
export interface PlayedCell {
  /** Answer to each call that could have had an effect. */
  readonly words: readonly OutcomeWord[];
  /** Final state on the API: `before`, `after` or, where it is neither, the records themselves. */
  readonly state: unknown;
  /** Rows of the brokerage that there are more or fewer of, by table. */
  readonly addedRows: RowCounts;
}

const minuteMs = 60_000;
/** Longer than a form counts, and longer than an approval does. */
const lateMs = { form: 11 * minuteMs, approval: 25 * 60 * minuteMs };

const replies: Readonly<Record<Exclude<FormAnswer, 'no forms'>, ElicitResult>> = {
  accept: { action: 'accept', content: { confirm: true } },
  decline: { action: 'decline' },
  cancel: { action: 'cancel' },
  unticked: { action: 'accept', content: { confirm: false } },
};

export async function playCell(table: Table, cell: Cell): Promise<PlayedCell> {
  const { clock, service } = table.desk;
  const startedAt = clock.now;
  const stage = table.nextStage();
  const scene = await cell.row.prepare(stage);
  const begun = await readState(scene);
  if (begun !== 'before') throw new Error(`it began with ${JSON.stringify(begun)}`);
  let counted = await countRows(service);
  const turn = async () => {
    if (cell.course === 'expired')
      clock.now = addMilliseconds(startedAt, lateMs[isAskedByForm(cell) ? 'form' : 'approval']);
    if (cell.course !== 'changed') return;
    await scene.meddle();
    counted = await countRows(service);
  };
  try {
    const words = isAskedByForm(cell)
      ? await playForm({ table, cell, scene, turn })
      : await playApproval({ table, cell, scene, turn });
    const addedRows = countAddedRows(counted, await countRows(service));
    return { words, state: await readState(scene), addedRows };
  } finally {
    // Who was away gets a new token, of which there are only so many in a minute.
    clock.now = cell.course === 'expired' ? addMilliseconds(startedAt, minuteMs) : startedAt;
  }
}

interface Play {
  readonly table: Table;
  readonly cell: Cell;
  readonly scene: GateScene;
  /** Plays the event that happens while the call waits for a yes. */
  readonly turn: () => Promise<void>;
}

async function playForm(play: Play): Promise<readonly OutcomeWord[]> {
  const { table, cell, scene } = play;
  const call: SeatCall = { tool: cell.row.tool, input: scene.input };
  const reply = replies[cell.answer === 'no forms' ? 'decline' : cell.answer];
  const seats = { asker: await table.seat('own', cell), rival: await table.seat('elsewhere', cell) };
  if (cell.era === 'legacy') return playLegacyForm(play, call, reply, seats);
  const question = await seats.asker.call(call);
  if (typeof question === 'string') throw new Error(`no form was shown: ${question}`);
  await play.turn();
  switch (cell.course) {
    case 'replayed':
      return [await seats.asker.answer(call, question, reply), await seats.asker.answer(call, question, reply)];
    case 'raced':
      return Promise.all([seats.asker, seats.rival].map((seat) => seat.answer(call, question, reply)));
    case 'other principal':
      return [await (await table.seat('stranger', cell)).answer(call, question, reply)];
    default:
      return [await seats.asker.answer(call, question, reply)];
  }
}

/** The older protocol asks within the call: whatever happens meanwhile happens while the form is open. */
async function playLegacyForm(
  { cell, turn }: Play,
  call: SeatCall,
  reply: ElicitResult,
  { asker, rival }: { readonly asker: ClientSeat; readonly rival: ClientSeat },
): Promise<readonly OutcomeWord[]> {
  const fill = async () => {
    await turn();
    return reply;
  };
  const ask = async (seat: ClientSeat, filling = fill) => toWord(await seat.call(call, filling));
  if (cell.course !== 'raced') return [await ask(asker)];
  const bothShown = createBarrier(2);
  const replyTogether = async () => {
    await bothShown();
    return reply;
  };
  return Promise.all([ask(asker, replyTogether), ask(rival, replyTogether)]);
}

async function playApproval({ table, cell, scene, turn }: Play): Promise<readonly OutcomeWord[]> {
  const asker = await table.seat('own', cell);
  const question = await asker.ask({ tool: cell.row.tool, input: scene.input });
  const { approvalId } = question;
  if (approvalId === undefined) throw new Error(`it was not asked about: ${question.word}`);
  const run = async (seat: ClientSeat) => (await seat.ask({ tool: 'run_approved', input: { approvalId } })).word;
  if (cell.course === 'denied') await table.desk.deny(approvalId);
  else await table.desk.approve(approvalId);
  await turn();
  switch (cell.course) {
    case 'replayed':
      return [await run(asker), await run(asker)];
    case 'raced':
      return Promise.all([run(asker), run(await table.seat('elsewhere', cell))]);
    case 'other principal':
      return [await run(await table.seat('stranger', cell))];
    default:
      return [await run(asker)];
  }
}

const toWord = (sent: OutcomeWord | SeatQuestion): OutcomeWord => (typeof sent === 'string' ? sent : 'question');

/** Creates a barrier that opens once `size` callers wait at it. */
function createBarrier(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come === size) resolve();
    return promise;
  };
}
