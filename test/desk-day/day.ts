import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect } from 'vitest';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { tools } from '../../tools/index.ts';
import type { CallAnswer } from '../support/desk/clients.ts';
import { type TestDesk, startDesk } from '../support/desk.ts';

type Input = Readonly<Record<string, unknown>>;
// Tests read records freely; each assertion says what it expects.
type Body = any; // eslint-disable-line typescript/no-explicit-any
type Kind = 'bills' | 'carriers' | 'customers' | 'invoices' | 'quotes' | 'shipments';

/** What the assistant knows by now, and what the brokerage's records say. */
export interface Day {
  /** A number that an earlier answer gave, under the name that its step keeps it by. */
  readonly number: (name: string) => string;
  /** The record as the API has it. */
  readonly see: (kind: Kind, number: string) => Promise<Body>;
  readonly papersOf: (shipment: string) => Promise<Body[]>;
}

/** One thing that somebody at the desk wants done, and the one call that does it. */
export interface Step {
  readonly says: string;
  readonly tool: string;
  readonly input: Input | ((day: Day) => Input);
  /** Where a person decides: on the form where the client has forms, or always in the channel that no model reaches. */
  readonly decides?: 'on a form' | 'apart';
  /** The line that the person leaves out. */
  readonly leavesOut?: (day: Day) => string;
  /** How the answer begins or what it tells, among the rest. */
  readonly answers: RegExp;
  /** Numbers that later steps take from this answer's text. */
  readonly keeps?: Readonly<Record<string, RegExp>>;
  readonly after: (day: Day) => Promise<void>;
}

export type Client = 'a client with forms' | 'a client without forms';

const tokensMax = 1200;
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}/;
const secondsPerCall = 20;

export interface WorkingDay extends AsyncDisposable {
  /** Does what is wanted, with a person's yes where one is asked for; the answer's text. */
  take(step: Step): Promise<string>;
  /** Keeps the numbers of the answer, and looks at what the records say after it. */
  check(step: Step, answer: string): Promise<void>;
}

/** The sandbox brokerage on a Friday morning; every call takes its time. */
export async function beginDay(client: Client): Promise<WorkingDay> {
  const desk = await startDesk({ tools: [], seed: 'small' });
  const numbers = new Map<string, string>();
  const day = { ...recordsOf(desk), number: (name: string) => requireNumber(numbers, name) };
  const hasForms = client === 'a client with forms';
  const call = caller(desk, hasForms ? 'accept' : 'none');
  return {
    async take(step) {
      const questions = desk.shownForms.length;
      const isOnForm = step.decides === 'on a form' && hasForms;
      const asked = await call(step.tool, typeof step.input === 'function' ? step.input(day) : step.input);
      expect(desk.shownForms.length - questions, 'forms shown').toBe(isOnForm ? 1 : 0);
      const isApart = step.decides !== undefined && !isOnForm;
      const answer = isApart ? await decided(desk, asked, step.leavesOut?.(day), call) : asked;
      return answer.text;
    },
    async check(step, answer) {
      for (const [name, pattern] of Object.entries(step.keeps ?? {})) numbers.set(name, foundIn(answer, pattern));
      await step.after(day);
    },
    [Symbol.asyncDispose]: () => desk.close(),
  };
}

type Call = (tool: string, input: Input) => Promise<CallAnswer>;

function caller(desk: TestDesk, person: 'accept' | 'none'): Call {
  return async (tool, input) => {
    desk.clock.now = new Date(Date.parse(desk.clock.now) + secondsPerCall * 1000).toISOString();
    const answer = await desk.callTool(tool, input, person);
    expect(faultsOf(answer)).toEqual([]);
    return answer;
  };
}

async function decided(desk: TestDesk, { text, data }: CallAnswer, leftOut: string | undefined, call: Call) {
  expect(text).toMatch(/^APPROVAL NEEDED\./);
  const { id } = data.approval;
  await desk.approve(id, 'morgan', leftOut === undefined ? [] : [leftOut]);
  return call('run_approved', { approvalId: id });
}

function recordsOf(desk: TestDesk): Pick<Day, 'see' | 'papersOf'> {
  const see: Day['see'] = async (kind, number) => {
    const [found] = await foundBy(desk, kind, { friendlyId: { equalTo: number } });
    expect(found?.friendlyId).toBe(number);
    return (await desk.request('GET', `/v1/${kind}/${found.id}`)).body;
  };
  return {
    see,
    async papersOf(shipment) {
      const { id } = await see('shipments', shipment);
      return foundBy(desk, 'documents', { shipmentId: { equalTo: id } });
    },
  };
}

async function foundBy(desk: TestDesk, kind: Kind | 'documents', filter: Input): Promise<Body[]> {
  return (await desk.request('POST', `/v1/${kind}/filter`, { filter })).body.data;
}

function requireNumber(numbers: ReadonlyMap<string, string>, name: string): string {
  const known = numbers.get(name);
  if (known === undefined) throw new Error(`no answer gave ${name}`);
  return known;
}

function foundIn(text: string, pattern: RegExp): string {
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`${pattern.source} is not in: ${text}`);
  return found;
}

/** What no answer of the day may have. */
function faultsOf({ text, data }: CallAnswer): string[] {
  const tokens = encode(text).length;
  const next: NextAction[] = data.nextActions ?? data.error?.nextActions ?? [];
  return [
    ...(tokens > tokensMax ? [`${tokens} tokens: ${text}`] : []),
    ...(uuid.test(withoutWayBack(text)) ? [`an id of the database: ${text}`] : []),
    ...next.filter((action) => !isPossible(action)).map((action) => `cannot be called: ${JSON.stringify(action)}`),
  ];
}

/** A stop or a paper has no number of its own, so that the call that takes it back names it by its id. */
const withoutWayBack = (text: string) => text.replace(/^Undo: api_write .*$/m, '');

function isPossible({ tool: name, arguments: input }: NextAction): boolean {
  return tools.find((tool) => tool.name === name)?.input.safeParse(input).success === true;
}
