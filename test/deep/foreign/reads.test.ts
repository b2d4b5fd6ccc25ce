import { expect, test } from 'vitest';
import { isDeep } from '../../support/depth.ts';
import { type Desk, startDesk } from '../../support/desk.ts';
import { type ForeignProfile, foreignProfiles, otherForms } from '../../support/foreign-api/profiles.ts';
import { startForeignDesk } from './foreign-desk.ts';
import { keepFirstOfEach, listReadingCalls, type ReadingCall } from './reading-calls.ts';

const guardMs = 1_200_000;

/** The instant of an answer, and ids that are random. */
const passing = /As of .*|APR-\w+|cursor "[0-9a-f]+"/g;

interface Facts {
  readonly call: ReadingCall;
  readonly isError: boolean;
  readonly text: string;
}

type Called = Pick<Desk, 'callTool'>;

async function readFacts(desk: Called, calls: readonly ReadingCall[]): Promise<Facts[]> {
  const facts: Facts[] = [];
  for (const call of calls) {
    const { text, isError } = await desk.callTool(call.tool, { ...call.input });
    facts.push({ call, isError: isError === true, text: text.replaceAll(passing, '') });
  }
  return facts;
}

/** Finds the number of the first record that a list shows. */
async function findFirst(desk: Called, tool: string): Promise<string> {
  const { text } = await desk.callTool(tool, { limit: 1, format: 'csv' });
  const [number] = /[A-Z]+-?\d{5,}|SHP-\d+/.exec(text) ?? [];
  if (number === undefined) throw new Error(`${tool} shows no number`);
  return number;
}

async function listCalls(desk: Called): Promise<readonly ReadingCall[]> {
  const shipment = await findFirst(desk, 'list_shipments');
  return listReadingCalls({
    shipment,
    load: shipment.replace('SHP', 'LD'),
    quote: await findFirst(desk, 'list_quotes'),
    bill: await findFirst(desk, 'list_bills'),
    invoice: await findFirst(desk, 'list_invoices'),
    carrier: 'C100001',
    customer: 'A100001',
  });
}

const profiles: readonly ForeignProfile[] = isDeep ? [...foreignProfiles, otherForms] : [otherForms];

test.each(profiles)(
  'every reading tool states the same facts where the API $name',
  { timeout: guardMs },
  async (profile) => {
    await using own = await startDesk({ tools: [], seed: 'few' });
    await using foreign = await startForeignDesk(profile);
    const listed = await listCalls(own);
    const calls = isDeep ? listed : keepFirstOfEach(listed);

    const facts = await readFacts(own, calls);

    expect(facts.filter(({ isError }) => isError)).toEqual([]);
    expect(await readFacts(foreign, calls)).toEqual(facts);
  },
);
