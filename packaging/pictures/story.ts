import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import type { Product } from './product.ts';

/** An answer of a tool, and the members that pictures read of it. */
export interface Answer {
  readonly result: CallToolResult;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One morning at the desk. Each step happens once, when the first picture needs it. */
export interface Story {
  readonly product: Product;
  readonly ask: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<Answer>;
  /** The approver's secret. */
  readonly secret: () => Promise<string>;
  /** The plan to approve a bill, or several: it waits for a person. */
  readonly plan: (name: PlanName) => Promise<WaitingPlan>;
  /** Opens the plan on the approvals page, signed in. */
  readonly openPlan: (name: PlanName, page: Page) => Promise<void>;
  /** A person approves the plan on the page. */
  readonly approve: (name: PlanName, page: Page) => Promise<void>;
  /** The assistant goes on with the plan, once a person has approved it on the page. */
  readonly runApproved: (name: PlanName, page: Page) => Promise<Answer>;
  /** Name of a carrier that may not be booked. */
  readonly findRefusedCarrier: () => Promise<string>;
}

export interface WaitingPlan extends Answer {
  readonly bills: readonly string[];
  readonly approvalId: string;
}

/** The bills that a plan is about: how `list_bills` finds them, and how many of them. */
const plans = {
  cleanBills: { input: { verdict: 'clean', maxAmount: 3000, limit: 5 }, count: 3 },
  largeBill: { input: { verdict: 'clean', minAmount: 3000, limit: 5 }, count: 1 },
  changedBank: { input: { carrier: 'Harrow Point Logistics' }, count: 1 },
} as const;

export type PlanName = keyof typeof plans;

/** Name of the person who decides. */
export const approver = 'R. Vega';

export function startStory(product: Product): Story {
  const ask = async (tool: string, input: Readonly<Record<string, unknown>>) =>
    toAnswer(await product.call(tool, input));
  const secret = once(() => product.makeSecret());
  const plan = oncePerPlan(async (name) => {
    const { input, count } = plans[name];
    const bills = readNames(await ask('list_bills', input), 'friendlyId').slice(0, count);
    return toWaitingPlan(bills, await ask('approve_bills', { bills }));
  });
  const openPlan = async (name: PlanName, page: Page) => {
    const address = `${product.approvalsUrl}/${(await plan(name)).approvalId}`;
    await page.goto(address);
    await page.getByLabel('Your name').fill(approver);
    await page.getByLabel("The approver's secret").fill(await secret());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(address);
  };
  const approve = oncePerPlan(async (name, page: Page) => {
    await plan(name);
    product.passMinutes(2);
    await openPlan(name, page);
    await page.getByRole('checkbox', { name: /^I have read the plan/ }).check();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.locator('article .status.approved').waitFor();
  });
  return {
    product,
    ask,
    secret,
    plan,
    openPlan,
    approve,
    runApproved: oncePerPlan(async (name, page: Page) => {
      await approve(name, page);
      return ask('run_approved', { approvalId: (await plan(name)).approvalId });
    }),
    findRefusedCarrier: once(async () => {
      const filter = { status: { in: ['DO_NOT_USE'] } };
      const [name = ''] = readNames(await ask('api_read', { operation: 'carriers.filter', input: { filter } }), 'name');
      return name;
    }),
  };
}

/** Remembers the first result, whoever asks again. */
function once<Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) {
  let result: Promise<Result> | undefined;
  return (...given: Given): Promise<Result> => (result ??= work(...given));
}

function oncePerPlan<Given extends readonly unknown[], Result>(
  work: (name: PlanName, ...given: Given) => Promise<Result>,
) {
  const results = new Map<PlanName, Promise<Result>>();
  return (name: PlanName, ...given: Given): Promise<Result> => {
    const result = results.get(name) ?? work(name, ...given);
    results.set(name, result);
    return result;
  };
}

function toAnswer(result: CallToolResult): Answer {
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (result.isError === true) throw new Error(text);
  // The tools say in their schemas what it holds.
  return { result, text, data: (result.structuredContent ?? {}) as Answer['data'] };
}

function toWaitingPlan(bills: readonly string[], answer: Answer): WaitingPlan {
  const { approval } = answer.data as { readonly approval?: { readonly id: string } };
  if (approval === undefined) throw new Error(`nothing waits for a person: ${answer.text}`);
  return { ...answer, bills, approvalId: approval.id };
}

/** A member of each row of a list. */
function readNames({ data }: Answer, key: string): readonly string[] {
  const { rows } = data as { readonly rows: readonly Readonly<Record<string, unknown>>[] };
  return rows.map((row) => String(row[key]));
}
