import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { ApiClient } from '../../src/client/calls/api-client.ts';
import { addDays, getToday } from '../../src/domain/kit/dates.ts';
import { type Agent, startAgent } from '../cli/support/agent.ts';
import { createServiceClient, startServiceCommand } from '../cli/support/service.ts';
import { createOpenedHome } from '../cli/support/opened-home.ts';
import type { CallAnswer } from '../support/desk/clients.ts';

// Tests read records freely; each assertion says what it expects.
type UntypedRecord = any; // eslint-disable-line typescript/no-explicit-any
type ToolInput = Readonly<Record<string, unknown>>;

/** Records of the brokerage, read without the tools when the day began. */
export interface BrokerageSnapshot {
  readonly api: ApiClient;
  readonly shipments: readonly UntypedRecord[];
  readonly bills: readonly UntypedRecord[];
  readonly invoices: readonly UntypedRecord[];
  readonly quotes: readonly UntypedRecord[];
  /** A day from today on, in the desk's zone. */
  readonly day: (offset: number) => string;
  /** The day of an instant there. */
  readonly dayOf: (instant: string) => string;
  /** Reads a shipment as it is now. */
  readonly shipment: (number: string) => Promise<UntypedRecord>;
}

export interface PlannedCall {
  readonly tool: string;
  readonly input: ToolInput;
}

export interface RequestAnswers {
  readonly answers: readonly CallAnswer[];
  /** The last answer. */
  readonly text: string;
  readonly data: UntypedRecord;
  /** Text of the forms that the person saw. */
  readonly formsText: string;
}

/** Request that a person at the desk types, the calls that an assistant makes of it, and the checks of the answers. */
export interface EverydayRequest {
  readonly says: string;
  readonly calls: readonly (
    | PlannedCall
    | ((snapshot: BrokerageSnapshot, earlier: readonly CallAnswer[]) => PlannedCall)
  )[];
  readonly holds: (answered: RequestAnswers, snapshot: BrokerageSnapshot) => void | Promise<void>;
}

export interface Tally {
  readonly says: string;
  readonly calls: number;
  readonly tokens: number;
}

export interface Everyday extends AsyncDisposable {
  ask(request: EverydayRequest): Promise<Tally>;
}

const timeZone = 'America/Chicago';

/** One host that speaks with one `waybill stdio`, and the API of the same sandbox for the facts. */
export async function openDesk(): Promise<Everyday> {
  const open = new AsyncDisposableStack();
  const { path: home } = open.use(await createOpenedHome());
  const service = open.use(await startServiceCommand([], { home }));
  const api = open.use(createServiceClient(service.ready, service.ready.clientSecret));
  const shownForms: string[] = [];
  const environment = { WAYBILL_TOOLSETS: 'all', WAYBILL_TIME_ZONE: timeZone };
  const agent = open.use(await startAgent({ home, environment }, 'modern', shownForms));
  const snapshot = await readSnapshot(api);
  return {
    ask: (request) => ask({ agent, snapshot, shownForms }, request),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function ask(
  { agent, snapshot, shownForms }: { agent: Agent; snapshot: BrokerageSnapshot; shownForms: string[] },
  { says, calls, holds }: EverydayRequest,
): Promise<Tally> {
  const answers: CallAnswer[] = [];
  const forms = shownForms.length;
  for (const call of calls) {
    const { tool, input } = typeof call === 'function' ? call(snapshot, answers) : call;
    const answer = await agent.call(tool, input);
    if (answer.isError) throw new Error(`${tool} ${JSON.stringify(input)}: ${answer.text}`);
    answers.push(answer);
  }
  const last = answers.at(-1);
  if (!last) throw new Error(`${says} asks for nothing`);
  await holds({ answers, text: last.text, data: last.data, formsText: shownForms.slice(forms).join('\n') }, snapshot);
  return { says, calls: calls.length, tokens: answers.reduce((sum, { text }) => sum + encode(text).length, 0) };
}

async function readSnapshot(api: ApiClient): Promise<BrokerageSnapshot> {
  const [shipments, bills, invoices, quotes] = await Promise.all([
    listAll((cursor) => api.shipments.filter({ pageSize: 250, cursor })),
    listAll((cursor) => api.bills.filter({ pageSize: 250, cursor })),
    listAll((cursor) => api.invoices.filter({ pageSize: 250, cursor })),
    listAll((cursor) => api.quotes.filter({ pageSize: 250, cursor })),
  ]);
  const today = getToday(timeZone, new Date().toISOString());
  return {
    api,
    shipments,
    bills,
    invoices,
    quotes,
    day: (offset) => addDays(today, offset),
    dayOf: (instant) => getToday(timeZone, instant),
    async shipment(number) {
      const [shipment] = (await api.shipments.filter({ filter: { friendlyId: { equalTo: number } } })).data;
      if (!shipment) throw new Error(`no shipment ${number}`);
      return api.shipments.get({ id: shipment.id, by: 'id' });
    },
  };
}

async function listAll(read: (cursor: string | undefined) => Promise<UntypedRecord>): Promise<UntypedRecord[]> {
  const rows: UntypedRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    rows.push(...page.data);
    cursor = (page.pagination ?? page.pageInfo)?.endCursor ?? undefined;
    if (!(page.pagination ?? page.pageInfo)?.hasNextPage) return rows;
  } while (cursor !== undefined);
  return rows;
}

/** Finds the first matching record; every sandbox has one. */
export function requireSome(
  records: readonly UntypedRecord[],
  holds: (record: UntypedRecord) => boolean,
): UntypedRecord {
  const match = records.find(holds);
  if (match === undefined) throw new Error('the sandbox has no such record');
  return match;
}

/** Finds the call that an answer offers with this tool. */
export function findOffer(answer: CallAnswer | undefined, tool: string, more: ToolInput = {}): PlannedCall {
  const next = requireSome(answer?.data.nextActions ?? [], (action) => action.tool === tool);
  return { tool, input: { ...next.arguments, ...more } };
}

type Numbered = readonly { readonly friendlyId: string }[];

export const listNumbers = (records: Numbered): string[] => {
  const unsorted = records.map(({ friendlyId }) => friendlyId);
  return unsorted.toSorted();
};
export const listRowNumbers = ({ rows }: { readonly rows: Numbered }): string[] => listNumbers(rows);
export const listActiveCarriers = (shipment: UntypedRecord): UntypedRecord[] =>
  shipment.loads.flatMap(({ carriers }: UntypedRecord) =>
    carriers.filter(({ status }: UntypedRecord) => status === 'ACTIVE'),
  );
export const listStops = (shipment: UntypedRecord): UntypedRecord[] =>
  shipment.orders.flatMap(({ stops }: UntypedRecord) => stops);
