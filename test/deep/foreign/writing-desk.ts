import { addMilliseconds } from '../../../src/mcp/run/call-details.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import type { ForeignProfile } from '../../support/foreign-api/profile.ts';
import { createEverything } from '../../support/service/one-of-everything.ts';
import { strictGates } from '../gates/rows.ts';
import { type GateRow, createStage, readState } from '../gates/scene.ts';
import { startForeignDesk } from '../../support/foreign-api/foreign-desk.ts';

/** A call of a writing tool from its plan to its outcome. */
export interface PlayedWrite {
  readonly plan: string;
  readonly outcome: string;
  readonly isError: boolean;
  /** State on our service: `before`, `after` or, where it is neither, the records themselves. */
  readonly state: unknown;
}

export interface WritingDesk extends AsyncDisposable {
  play(row: GateRow): Promise<PlayedWrite>;
}

/** Ids, which differ from desk to desk, and instants. */
const passing =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|APR-\w+|As of .*|\bbefore \w{3}.*|plan [0-9a-f]{8,}/g;

const number = /\b([A-Z]{1,4}-?)\d{4,}\b/g;

/** Replaces record numbers with their place in the text, because numbers depend on all earlier records. */
function toFacts(text: string): string {
  const places = new Map<string, number>();
  return text.replaceAll(passing, '...').replaceAll(number, (match: string, kind: string) => {
    const place = places.get(match) ?? places.size + 1;
    places.set(match, place);
    return `${kind}#${place}`;
  });
}

/** Starts a desk on our own service, or on it behind an API of a profile; a person approves every write. */
export async function startWritingDesk(profile?: ForeignProfile): Promise<WritingDesk> {
  const requester = { name: 'dana' };
  const server = {
    policy: { ...builtInPolicy, gates: strictGates },
    principalOf: () => ({ name: requester.name, kind: 'person' }) as const,
  };
  const desk: TestDesk = await (profile ? startForeignDesk(profile, { server }) : startDesk({ tools: [], server }));
  const everything = await createEverything(desk, 'Ironbark');
  let stages = 0;
  return {
    async play(row) {
      stages += 1;
      // Somebody else each time, whom no plan and no limit of before concerns.
      requester.name = `dana ${stages}`;
      desk.clock.now = addMilliseconds(desk.clock.now, 60_000);
      const scene = await row.prepare(createStage(desk, everything, String(stages)));
      const planned = await desk.callTool(row.tool, scene.input, 'none');
      const plan = toFacts(planned.text);
      const { approval } = planned.data;
      if (approval === undefined || planned.isError === true)
        return { plan, outcome: plan, isError: planned.isError === true, state: await readState(scene) };
      await desk.approve(approval.id);
      const ran = await desk.callTool('run_approved', { approvalId: approval.id }, 'none');
      return { plan, outcome: toFacts(ran.text), isError: ran.isError === true, state: await readState(scene) };
    },
    [Symbol.asyncDispose]: () => desk.close(),
  };
}
