import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { RunningProduct } from './product.ts';

/** An answer of a tool, and the members that pictures read of it. */
export interface StoryAnswer {
  readonly result: CallToolResult;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One morning at the desk. Each step happens once, when the first picture needs it. */
export interface Story {
  readonly product: RunningProduct;
  readonly ask: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<StoryAnswer>;
  /** The approver's secret. */
  readonly secret: () => Promise<string>;
  /** A plan that waits for a person. */
  readonly plan: (name: PlanName) => Promise<WaitingPlan>;
  /** Opens the plan on the approvals page, signed in. */
  readonly openPlan: (name: PlanName, page: Page) => Promise<void>;
  /** A person approves the plan on the page. */
  readonly approve: (name: PlanName, page: Page) => Promise<void>;
  /** The assistant goes on with the plan, once a person has approved it on the page. */
  readonly runApproved: (name: PlanName, page: Page) => Promise<StoryAnswer>;
  /** Name of a carrier that may not be booked. */
  readonly findRefusedCarrier: () => Promise<string>;
}

export interface WaitingPlan extends StoryAnswer {
  /** Numbers of the records that the plan is about. */
  readonly records: readonly string[];
  readonly approvalId: string;
}

type Ask = Story['ask'];
type MakePlan = (ask: Ask) => Promise<WaitingPlan>;

/** Calls that lead to each plan. */
const plans = {
  cleanBills: (ask) => planApproval(ask, { verdict: 'clean', maxAmount: 3000, limit: 5 }, 3),
  largeBill: (ask) => planApproval(ask, { verdict: 'clean', minAmount: 3000, limit: 5 }, 1),
  changedBank: (ask) => planApproval(ask, { carrier: 'Harrow Point Logistics' }, 1),
  booking: async (ask) => {
    // The first of its next steps books the carrier that it ranks first.
    const booking = getNextStep(await ask('cover_load', { load: await findUncovered(ask) }), 'book_carrier');
    // Where the booking creates the load, it names the shipment.
    const names = [booking['load'] ?? booking['shipment'], booking['carrier']].map(String);
    return toWaitingPlan(names, await ask('book_carrier', booking));
  },
} as const satisfies Readonly<Record<string, MakePlan>>;

/** Plans the approval of the first bills that a list shows. */
async function planApproval(ask: Ask, list: Readonly<Record<string, unknown>>, count: number): Promise<WaitingPlan> {
  const bills = readNames(await ask('list_bills', list), 'friendlyId').slice(0, count);
  return toWaitingPlan(bills, await ask('approve_bills', { bills }));
}

/** Finds the shipment that the brief for dispatch names first among those without a carrier. */
export async function findUncovered(ask: Ask): Promise<string> {
  return String(getNextStep(await ask('morning_brief', { role: 'dispatch' }), 'cover_load')['load']);
}

export type PlanName = keyof typeof plans;

/** Name of the person who decides. */
export const approver = 'R. Vega';

export function startStory(product: RunningProduct): Story {
  const ask = async (tool: string, input: Readonly<Record<string, unknown>>) =>
    toAnswer(await product.call(tool, input));
  const secret = callOnce(() => product.makeSecret());
  const plan = callOncePerPlan((name) => plans[name](ask));
  const openPlan = async (name: PlanName, page: Page) => {
    const address = `${product.approvalsUrl}/${(await plan(name)).approvalId}`;
    await page.goto(address);
    await page.getByLabel('Your name').fill(approver);
    await page.getByLabel("The approver's secret").fill(await secret());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(address);
  };
  const approve = callOncePerPlan(async (name, page: Page) => {
    await plan(name);
    product.passMinutes(2);
    await openPlan(name, page);
    // Only a plan with warnings asks for it.
    for (const box of await page.getByRole('checkbox', { name: /^I have read the plan/ }).all()) await box.check();
    await page.getByRole('button', { name: /^Approve\b/ }).click();
    await page.locator('article .status.approved').waitFor();
  });
  return {
    product,
    ask,
    secret,
    plan,
    openPlan,
    approve,
    runApproved: callOncePerPlan(async (name, page: Page) => {
      await approve(name, page);
      return ask('run_approved', { approvalId: (await plan(name)).approvalId });
    }),
    findRefusedCarrier: callOnce(async () => {
      const filter = { status: { in: ['DO_NOT_USE'] } };
      const [name = ''] = readNames(await ask('api_read', { operation: 'carriers.filter', input: { filter } }), 'name');
      return name;
    }),
  };
}

/** Wraps a function so that it runs once and returns the first result again. */
function callOnce<Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) {
  let result: Promise<Result> | undefined;
  return (...args: Given): Promise<Result> => (result ??= work(...args));
}

function callOncePerPlan<Given extends readonly unknown[], Result>(
  work: (name: PlanName, ...given: Given) => Promise<Result>,
) {
  const results = new Map<PlanName, Promise<Result>>();
  return (name: PlanName, ...args: Given): Promise<Result> => {
    const result = results.get(name) ?? work(name, ...args);
    results.set(name, result);
    return result;
  };
}

function toAnswer(result: CallToolResult): StoryAnswer {
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (result.isError === true) throw new Error(text);
  // The tools say in their schemas what it holds.
  return { result, text, data: (result.structuredContent ?? {}) as StoryAnswer['data'] };
}

function toWaitingPlan(records: readonly string[], answer: StoryAnswer): WaitingPlan {
  const { approval } = answer.data as { readonly approval?: { readonly id: string } };
  if (approval === undefined) throw new Error(`nothing waits for a person: ${answer.text}`);
  return { ...answer, records, approvalId: approval.id };
}

/** Returns the arguments of the first call of a tool that an answer names as a next step. */
function getNextStep({ data, text }: StoryAnswer, tool: string): NextAction['arguments'] {
  const { nextActions = [] } = data as { readonly nextActions?: readonly NextAction[] };
  const step = nextActions.find((action) => action.tool === tool);
  if (step === undefined) throw new Error(`${tool} is no next step of this answer: ${text}`);
  return step.arguments;
}

/** A member of each row of a list. */
function readNames({ data }: StoryAnswer, key: string): readonly string[] {
  const { rows } = data as { readonly rows: readonly Readonly<Record<string, unknown>>[] };
  return rows.map((row) => String(row[key]));
}
