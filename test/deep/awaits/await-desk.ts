import { addMilliseconds } from '../../../src/mcp/run/call-facts.ts';
import { callTool, createConnect } from '../../support/desk/clients.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createEverything } from '../../support/service/one-of-everything.ts';
import type { DatabaseName } from '../../support/stores/databases.ts';
import { rows } from '../gates/rows.ts';
import { type Row, stageOn, stateOf } from '../gates/scene.ts';
import { type AwaitPoints, markPoints } from './points.ts';
import { isReadRequest } from '../../support/read-requests.ts';

/** What the answers to a write came to. */
export type Said = 'done' | 'not_done' | 'open' | 'no answer';

export interface Played {
  readonly said: Said;
  readonly text: string;
  readonly state: unknown;
  /** Whether a request that writes reached the API. */
  readonly wasSent: boolean;
  /** Places that were passed, in order; `sentAt` is how many were passed before the write left. */
  readonly passed: readonly string[];
  readonly sentAt: number;
}

export interface AwaitDesk extends AsyncDisposable {
  readonly rows: readonly Row[];
  /** Plays a row; throws at the nth time that this place is passed. */
  play(row: Row, at?: { readonly place: string; readonly nth: number }): Promise<Played>;
}

/** A desk whose code asks before each await whether it throws there. */
export async function openAwaitDesk(database: DatabaseName): Promise<AwaitDesk> {
  const points = markPoints();
  const who = { asks: 'dana' };
  const desk = await startDesk({
    tools: [],
    database,
    server: { principalOf: () => ({ name: who.asks, kind: 'person' }) },
  });
  const all = await createEverything(desk, 'Ironbark');
  const client = await createConnect(desk.server, desk.shownForms)('accept');
  let stages = 0;

  async function play(row: Row, at?: { readonly place: string; readonly nth: number }): Promise<Played> {
    stages += 1;
    who.asks = `dana ${stages}`;
    desk.clock.now = addMilliseconds(desk.clock.now, 30_000);
    const scene = await row.prepare(stageOn(desk, all, String(stages)));
    const requestsBefore = desk.requests.length;
    const countWrites = () => desk.requests.slice(requestsBefore).filter((request) => !isReadRequest(request)).length;
    points.begin(() => countWrites() > 0, at);
    const { said, text } = await follow(desk, points, row, scene.input, (tool, input) => callTool(client, tool, input));
    const { passed, sentAt } = points.end();
    const wasSent = countWrites() > 0;
    return { said, text, state: await stateOf(scene), wasSent, passed, sentAt };
  }

  return {
    rows,
    play,
    async [Symbol.asyncDispose]() {
      await client.close();
      await desk.close();
    },
  };
}

/** Calls the tool and, where a person approves elsewhere, runs what was approved. */
async function follow(
  desk: TestDesk,
  points: AwaitPoints,
  { tool }: Row,
  input: Record<string, unknown>,
  call: (tool: string, input: Record<string, unknown>) => ReturnType<typeof callTool>,
): Promise<{ readonly said: Said; readonly text: string }> {
  try {
    const first = await call(tool, input);
    const { approval } = first.data;
    if (approval === undefined || first.isError) return { said: toSaid(first.data), text: first.text };
    await points.pause(() => desk.approve(approval.id));
    const ran = await call('run_approved', { approvalId: approval.id });
    return { said: toSaid(ran.data), text: ran.text };
  } catch (error) {
    return { said: 'no answer', text: String(error) };
  }
}

function toSaid(data: { status?: string; error?: { outcome?: string } }): Said {
  if (data.error !== undefined) return data.error.outcome === 'not_done' ? 'not_done' : 'open';
  if (data.status === 'done' || data.status === 'already_done') return 'done';
  return data.status === 'partial' ? 'open' : 'not_done';
}
