import { addMilliseconds } from '../../../src/mcp/run/call-details.ts';
import { callTool, createConnect } from '../../support/desk/clients.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createEverything } from '../../support/service/one-of-everything.ts';
import type { DatabaseName } from '../../support/stores/databases.ts';
import { rows } from '../gates/rows.ts';
import { type GateRow, createStage, readState } from '../gates/scene.ts';
import { type AwaitPoints, markPoints } from './points.ts';
import { isReadRequest } from '../../support/read-requests.ts';

/** Outcome of a write as its answers state it. */
export type AwaitOutcome = 'done' | 'not_done' | 'open' | 'no answer';

export interface PlayedRow {
  readonly outcome: AwaitOutcome;
  readonly text: string;
  readonly state: unknown;
  /** True if a request that writes reached the API. */
  readonly wasSent: boolean;
  /** Places that were passed, in order; `sentAt` is how many were passed before the write left. */
  readonly passed: readonly string[];
  readonly sentAt: number;
}

export interface AwaitDesk extends AsyncDisposable {
  readonly rows: readonly GateRow[];
  /** Plays a row; throws at the nth time that this place is passed. */
  play(row: GateRow, at?: { readonly place: string; readonly nth: number }): Promise<PlayedRow>;
}

/** A desk whose code asks before each await whether it throws there. */
export async function openAwaitDesk(database: DatabaseName): Promise<AwaitDesk> {
  const points = markPoints();
  const asker = { asks: 'dana' };
  const desk = await startDesk({
    tools: [],
    database,
    server: { principalOf: () => ({ name: asker.asks, kind: 'person' }) },
  });
  const all = await createEverything(desk, 'Ironbark');
  // A call that throws leaves reads running, whose tokens are refused where a row sets the clock back.
  const setUpDesk = { ...desk, api: desk.openApi() };
  const client = await createConnect(desk.server, desk.shownForms)('accept');
  let stages = 0;

  async function play(row: GateRow, at?: { readonly place: string; readonly nth: number }): Promise<PlayedRow> {
    stages += 1;
    asker.asks = `dana ${stages}`;
    desk.clock.now = addMilliseconds(desk.clock.now, 30_000);
    const scene = await row.prepare(createStage(setUpDesk, all, String(stages)));
    const requestsBefore = desk.requests.length;
    const countWrites = () => desk.requests.slice(requestsBefore).filter((request) => !isReadRequest(request)).length;
    points.begin(() => countWrites() > 0, at);
    const { outcome, text } = await follow(desk, points, row, scene.input, (tool, input) =>
      callTool(client, tool, input),
    );
    const { passed, sentAt } = points.end();
    const wasSent = countWrites() > 0;
    return { outcome, text, state: await readState(scene), wasSent, passed, sentAt };
  }

  return {
    rows,
    play,
    async [Symbol.asyncDispose]() {
      await client.close();
      await setUpDesk.api.close();
      await desk.close();
    },
  };
}

/** Calls the tool and, where a person approves elsewhere, runs the approved plan. */
async function follow(
  desk: TestDesk,
  points: AwaitPoints,
  { tool }: GateRow,
  input: Record<string, unknown>,
  call: (tool: string, input: Record<string, unknown>) => ReturnType<typeof callTool>,
): Promise<{ readonly outcome: AwaitOutcome; readonly text: string }> {
  try {
    const first = await call(tool, input);
    const { approval } = first.data;
    if (approval === undefined || first.isError) return { outcome: toWriteOutcome(first.data), text: first.text };
    await points.pause(() => desk.approve(approval.id));
    const ran = await call('run_approved', { approvalId: approval.id });
    return { outcome: toWriteOutcome(ran.data), text: ran.text };
  } catch (error) {
    return { outcome: 'no answer', text: String(error) };
  }
}

function toWriteOutcome(data: { status?: string; error?: { outcome?: string } }): AwaitOutcome {
  if (data.error !== undefined) return data.error.outcome === 'not_done' ? 'not_done' : 'open';
  if (data.status === 'done' || data.status === 'already_done') return 'done';
  return data.status === 'partial' ? 'open' : 'not_done';
}
