import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect } from 'vitest';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { tools } from '../../tools/index.ts';
import type { CallAnswer } from '../support/desk/clients.ts';
import { type TestDesk, startDesk } from '../support/desk.ts';

type StepInput = Readonly<Record<string, unknown>>;
// Tests read records freely; each assertion says what it expects.
type Body = any; // eslint-disable-line typescript/no-explicit-any
type Kind = 'bills' | 'carriers' | 'customers' | 'invoices' | 'quotes' | 'shipments';

/** State of the day: the numbers that the assistant has collected, and access to the brokerage's records. */
export interface Day {
  /** A number that an earlier answer gave, under the name that its step keeps it by. */
  readonly number: (name: string) => string;
  /** The record as the API has it. */
  readonly see: (kind: Kind, number: string) => Promise<Body>;
  readonly listPapers: (shipment: string) => Promise<Body[]>;
}

/** Task of a person at the desk, and the one call that does it. */
export interface DayStep {
  readonly says: string;
  readonly tool: string;
  readonly input: StepInput | ((day: Day) => StepInput);
  /**
   * Place of a person's decision: on the form where the client has forms, or always in the channel that no model
   * reaches.
   */
  readonly decides?: 'on a form' | 'apart';
  /** The line that the person leaves out. */
  readonly leavesOut?: (day: Day) => string;
  /** Pattern that the answer matches. */
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
  /** Does the step, with a person's yes where one is needed, and returns the answer's text. */
  take(step: DayStep): Promise<string>;
  /** Stores the numbers of the answer, and checks the records after it. */
  check(step: DayStep, answer: string): Promise<void>;
}

/** The sandbox brokerage on a Friday morning; every call takes its time. */
export async function beginDay(client: Client): Promise<WorkingDay> {
  const desk = await startDesk({ tools: [], seed: 'small' });
  const numbers = new Map<string, string>();
  const day = { ...createRecordReader(desk), number: (name: string) => requireNumber(numbers, name) };
  const hasForms = client === 'a client with forms';
  const call = createCaller(desk, hasForms ? 'accept' : 'none');
  return {
    async take(step) {
      const questions = desk.shownForms.length;
      const isOnForm = step.decides === 'on a form' && hasForms;
      const firstAnswer = await call(step.tool, typeof step.input === 'function' ? step.input(day) : step.input);
      expect(desk.shownForms.length - questions, 'forms shown').toBe(isOnForm ? 1 : 0);
      const isApart = step.decides !== undefined && !isOnForm;
      const answer = isApart ? await approveAndRun(desk, firstAnswer, step.leavesOut?.(day), call) : firstAnswer;
      return answer.text;
    },
    async check(step, answer) {
      for (const [name, pattern] of Object.entries(step.keeps ?? {})) numbers.set(name, requireMatch(answer, pattern));
      await step.after(day);
    },
    [Symbol.asyncDispose]: () => desk.close(),
  };
}

type CallTool = (tool: string, input: StepInput) => Promise<CallAnswer>;

function createCaller(desk: TestDesk, person: 'accept' | 'none'): CallTool {
  return async (tool, input) => {
    desk.clock.now = new Date(Date.parse(desk.clock.now) + secondsPerCall * 1000).toISOString();
    const answer = await desk.callTool(tool, input, person);
    expect(listFaults(answer)).toEqual([]);
    return answer;
  };
}

async function approveAndRun(desk: TestDesk, { text, data }: CallAnswer, leftOut: string | undefined, call: CallTool) {
  expect(text).toMatch(/^APPROVAL NEEDED\./);
  const { id } = data.approval;
  await desk.approve(id, 'morgan', leftOut === undefined ? [] : [leftOut]);
  return call('run_approved', { approvalId: id });
}

function createRecordReader(desk: TestDesk): Pick<Day, 'see' | 'listPapers'> {
  const readOne: Day['see'] = async (kind, number) => {
    const [match] = await listMatches(desk, kind, { friendlyId: { equalTo: number } });
    expect(match?.friendlyId).toBe(number);
    return (await desk.request('GET', `/v1/${kind}/${match.id}`)).body;
  };
  return {
    see: readOne,
    async listPapers(shipment) {
      const { id } = await readOne('shipments', shipment);
      return listMatches(desk, 'documents', { shipmentId: { equalTo: id } });
    },
  };
}

async function listMatches(desk: TestDesk, kind: Kind | 'documents', filter: StepInput): Promise<Body[]> {
  return (await desk.request('POST', `/v1/${kind}/filter`, { filter })).body.data;
}

function requireNumber(numbers: ReadonlyMap<string, string>, name: string): string {
  const number = numbers.get(name);
  if (number === undefined) throw new Error(`no answer gave ${name}`);
  return number;
}

function requireMatch(text: string, pattern: RegExp): string {
  const [match] = pattern.exec(text) ?? [];
  if (match === undefined) throw new Error(`${pattern.source} is not in: ${text}`);
  return match;
}

/** Lists faults that no answer of the day may have. */
function listFaults({ text, data }: CallAnswer): string[] {
  const tokens = encode(text).length;
  const next: NextAction[] = data.nextActions ?? data.error?.nextActions ?? [];
  return [
    ...(tokens > tokensMax ? [`${tokens} tokens: ${text}`] : []),
    ...(uuid.test(removeUndoLine(text)) ? [`an id of the database: ${text}`] : []),
    ...next.filter((action) => !isPossible(action)).map((action) => `cannot be called: ${JSON.stringify(action)}`),
  ];
}

/** Removes the line that undoes a call: stops and documents have no number, so that it names them by id. */
const removeUndoLine = (text: string) => text.replace(/^Undo: api_write .*$/m, '');

function isPossible({ tool: name, arguments: input }: NextAction): boolean {
  return tools.find((tool) => tool.name === name)?.input.safeParse(input).success === true;
}
