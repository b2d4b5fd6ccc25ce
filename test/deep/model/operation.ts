import * as fc from 'fast-check';
import type { ApiAnswer, ApiCaller, TestService } from '../../support/service/service.ts';
import { compare } from './compare.ts';
import { settle } from './statuses.ts';
import { type ModelRecord, listLive, type ModelParty, type World } from './world.ts';

export interface ModelDesk {
  readonly api: TestService;
  readonly caller: ApiCaller;
  /** Operations so far, for the records are compared only every few of them. */
  done: number;
}

export type ModelRequest = readonly [method: string, path: string, body?: object];

/** Plan of one request: the refusals that the rules expect, and the changes to the model once it succeeds. */
export interface OperationPlan {
  readonly request: ModelRequest | ((caller: ApiCaller) => Promise<ModelRequest>);
  /** Statuses of the rules that the request breaks, any of which may come back; none: it must succeed. */
  readonly refusals: readonly number[];
  readonly after: (body: ApiAnswer['body'], desk: ModelDesk) => void | Promise<void>;
}

const comparedEvery = 10;

class Operation<Choice> implements fc.AsyncCommand<World, ModelDesk> {
  private readonly name: string;
  private readonly choice: Choice;
  private readonly plan: (world: World, choice: Choice) => OperationPlan | undefined;

  constructor(name: string, choice: Choice, plan: (world: World, choice: Choice) => OperationPlan | undefined) {
    this.name = name;
    this.choice = choice;
    this.plan = plan;
  }

  check(world: Readonly<World>): boolean {
    return this.plan(world, this.choice) !== undefined;
  }

  async run(world: World, desk: ModelDesk): Promise<void> {
    const plan = this.plan(world, this.choice);
    if (!plan) return;
    const [method, path, body] = typeof plan.request === 'function' ? await plan.request(desk.caller) : plan.request;
    const answer = await desk.caller.request(method, path, body);
    const mustSucceed = plan.refusals.length === 0;
    const isExpected = mustSucceed ? isSuccess(answer) : plan.refusals.includes(answer.status);
    if (!isExpected) {
      const rules = mustSucceed ? 'it must succeed' : `it is refused with ${plan.refusals.join(' or ')}`;
      const answerText = JSON.stringify(answer.body.error ?? answer.body).slice(0, 400);
      throw new Error(`${String(this)}: by the rules ${rules}; the service answered ${answer.status} ${answerText}`);
    }
    if (mustSucceed) await plan.after(answer.body, desk);
    settle(world);
    desk.done += 1;
    if (desk.done % comparedEvery === 0) await compare(world, desk.caller);
  }

  toString(): string {
    return `${this.name} ${JSON.stringify(this.choice)}`;
  }
}

const isSuccess = ({ status }: ApiAnswer): boolean => status >= 200 && status < 300;

/** Operations of one kind: a plan that is undefined has nothing to be done to, and the operation is left out. */
export const defineOperation = <Choice>(
  name: string,
  choice: fc.Arbitrary<Choice>,
  plan: (world: World, choice: Choice) => OperationPlan | undefined,
): OperationArbitrary => choice.map((chosen) => new Operation(name, chosen, plan));

export type OperationArbitrary = fc.Arbitrary<fc.AsyncCommand<World, ModelDesk>>;

/** Repeats each kind as often as its number says. */
export const repeatByWeight = (
  ...kinds: readonly (readonly [kind: OperationArbitrary, times: number])[]
): OperationArbitrary[] => kinds.flatMap(([kind, times]) => Array.from({ length: times }, () => kind));

/** Place that selects the record of an operation. */
export const place = fc.nat({ max: 1023 });

/** Picks mostly a record that fits the operation, sometimes any live one, now and then a deleted one. */
export function pick<Record extends ModelRecord>(
  records: readonly Record[],
  at: number,
  isMeant: (record: Record) => boolean = () => true,
): Record | undefined {
  const present = listLive(records);
  const fittingRecords = present.filter(isMeant);
  const turn = at % 16;
  const preferredRecords = turn < 12 ? fittingRecords : turn < 15 ? present : records;
  const pool = preferredRecords.length > 0 ? preferredRecords : records;
  return pool[Math.floor(at / 16) % pool.length];
}

/** Picks a further record of one request, like `pick`: undefined if a fitting record is preferred and none exists. */
export function pickMore<Record extends ModelRecord>(
  records: readonly Record[],
  at: number,
  isMeant: (record: Record) => boolean,
): Record | undefined {
  const isMeantTurn = at % 16 < 14;
  return isMeantTurn && !listLive(records).some(isMeant)
    ? undefined
    : pick(records, isMeantTurn ? at - (at % 16) : at, isMeant);
}

/** Picks mostly the same customer, so that invoices, payments and credit meet. */
export const pickCustomer = ({ customers }: World, at: number): ModelParty | undefined =>
  customers[at % 4 === 3 ? 1 : 0];

/** Lists the statuses of the rules that are broken. */
export const listRefusals = (...rules: readonly (readonly [isBroken: boolean, status: number])[]): number[] => [
  ...new Set(rules.flatMap(([isBroken, status]) => (isBroken ? [status] : []))),
];

/** Lists the statuses for a record; if it is gone, only 404 counts. */
export const listRecordRefusals = (
  { gone }: ModelRecord,
  ...rules: readonly (readonly [isBroken: boolean, status: number])[]
): number[] => (gone ? [404] : listRefusals(...rules));

/** Amounts of invoices, bills and credit: often ones that binary fractions cannot hold. */
export const cents = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(10, 29, 57, 115, 100_10, 99_999_999));

const repeatText = (count: number, how: string): string[] => Array.from({ length: count }, () => how);

/** Mostly the currency of the customer. */
export const otherCurrency = fc.constantFrom(...Array.from({ length: 8 }, () => null), 'USD', 'CAD');

/** Share of the open amount. */
export const share = fc.constantFrom(...repeatText(3, 'part'), ...repeatText(5, 'exact'), 'cent', 'over');

export function computeShare(how: string, openCents: number): number {
  const open = Math.max(1, openCents);
  if (how === 'part') return Math.max(1, Math.floor(open / 3));
  if (how === 'over') return open + 1;
  return how === 'cent' ? 1 : open;
}

export const toDollars = (amount: number): number => Number((amount / 100).toFixed(2));
