import { createCommandText } from '../src/cli/command-text.ts';
import type { DemoDesk, ToolAnswer } from './desk.ts';
import type { Screen } from './screen.ts';

type AnswerRow = Readonly<Record<string, unknown>>;

interface StoryStage {
  readonly desk: DemoDesk;
  readonly screen: Screen;
}

/** Results of earlier steps that later ones need. */
interface StoryNotes {
  /** The planted load that picks up tomorrow without a truck. */
  uncoveredShipment?: string;
  /** The planted bill whose payee changed its bank details. */
  heldBill?: string;
}

interface StoryStep {
  readonly title: string;
  readonly play: (stage: StoryStage, notes: StoryNotes) => Promise<void>;
}

/** One morning at a brokerage desk. Its problems are planted in the sandbox. */
const steps: readonly StoryStep[] = [
  { title: 'The morning brief', play: readBrief },
  { title: 'A late load', play: findLateLoads },
  { title: 'A carrier that is refused', play: refuseCarrier },
  { title: 'A carrier that is booked', play: bookCarrier },
  { title: 'A bill with changed bank details', play: holdBill },
  { title: 'The approval', play: approveBills },
  { title: 'Undo', play: undoBooking },
  { title: 'A figure, and the records behind it', play: explainMargin },
  { title: 'The audit log', play: verifyLog },
];

export const stepCount = steps.length;

export async function playStory(stage: StoryStage): Promise<void> {
  const notes: StoryNotes = {};
  for (const { title, play } of steps) {
    await stage.screen.startStep(title);
    await play(stage, notes);
  }
}

/** Says how a reader goes on from here. */
export function printEnd(screen: Screen): void {
  const commandText = createCommandText({ env: process.env });
  screen.print('\nThat was a sandbox; it is deleted now. Your own starts with your first question.');
  screen.print('Connect your assistant, such as claude-desktop, claude-code, cursor, or vscode:');
  screen.print(`  ${commandText('install claude-desktop')}`);
}

async function readBrief({ desk, screen }: StoryStage): Promise<void> {
  await desk.call({
    ask: 'What needs me this morning?',
    tool: 'morning_brief',
    input: { role: 'dispatch' },
    keep: /^(?:Late|Uncovered|Dwelling|Not dispatched):/,
  });
  screen.printMeaning('One question replaces an hour of clicking through screens, and the worst problem comes first.');
}

async function findLateLoads({ desk, screen }: StoryStage): Promise<void> {
  const answer = await desk.call({
    ask: 'Which loads are late, and whom do I call?',
    tool: 'list_shipments',
    input: { exception: 'late', limit: 3 },
    columns: ['Shipment', 'Lane', 'Late', 'Carrier', 'Carrier contact'],
  });
  const [worst] = getRows(answer);
  screen.printMeaning(
    `Start with ${getText(worst, 'friendlyId')}: the phone number of its carrier is in the same row.`,
  );
}

const lapsingCarrier = 'Copperhead Pass Hauling LLC';

async function refuseCarrier({ desk, screen }: StoryStage, notes: StoryNotes): Promise<void> {
  const uncovered = await desk.call({
    ask: 'Which Larkspur loads have no truck yet?',
    tool: 'list_shipments',
    input: { exception: 'uncovered', customer: 'Larkspur Home Goods', limit: 3 },
    columns: ['Shipment', 'Lane', 'Pickup', 'Revenue'],
  });
  const shipment = getText(getRows(uncovered)[0], 'friendlyId');
  notes.uncoveredShipment = shipment;
  const refused = await desk.call({
    ask: `Book ${lapsingCarrier} on ${shipment} for $700.`,
    tool: 'book_carrier',
    input: { shipment, carrier: lapsingCarrier, rate: 700 },
  });
  if (!refused.isError) throw new Error(`${lapsingCarrier} was not refused`);
  screen.printMeaning('Their insurance ends before the load delivers, so Waybill refuses: nobody can click past it.');
}

async function bookCarrier({ desk, screen }: StoryStage, { uncoveredShipment }: StoryNotes): Promise<void> {
  const cover = await desk.call({
    ask: `Who should run ${uncoveredShipment} instead?`,
    tool: 'cover_load',
    input: { load: uncoveredShipment },
    keep: /^[1-3]\. /,
  });
  const offer = getNextCall(cover, 'book_carrier');
  const [carrier] = getRows(cover, 'carriers');
  const booked = await desk.call({
    ask: `Book ${getText(carrier, 'name')} at the target rate.`,
    tool: 'book_carrier',
    input: offer,
  });
  requireDone(booked);
  screen.printMeaning(
    'You saw insurance, equipment, margin, and lane history before you said yes; only then was it booked.',
  );
}

async function holdBill({ desk, screen }: StoryStage, notes: StoryNotes): Promise<void> {
  const heldBills = await desk.call({
    ask: 'Did a carrier change its bank details before a big bill?',
    tool: 'list_bills',
    input: { verdict: 'pay_to', sort: 'amount', limit: 1 },
    columns: ['Bill', 'Payee', 'Amount', 'Verdict', 'Why'],
  });
  const [bill] = getRows(heldBills);
  notes.heldBill = getText(bill, 'friendlyId');
  screen.printMeaning(
    `${notes.heldBill} is on hold: call the carrier at the number you already had before anyone pays the new account.`,
  );
}

async function approveBills({ desk, screen }: StoryStage, { heldBill = '' }: StoryNotes): Promise<void> {
  const clean = await desk.call({
    ask: 'Which bills are clean and under $3,000?',
    tool: 'list_bills',
    input: { verdict: 'clean', maxAmount: 3000, limit: 3 },
    columns: ['Bill', 'Payee', 'Amount', 'Due', 'Verdict'],
  });
  const bills = [...getRows(clean).map((row) => getText(row, 'friendlyId')), heldBill];
  const planned = await desk.call({
    ask: `Approve them, and ${heldBill} too.`,
    tool: 'approve_bills',
    input: { bills },
    firstMax: 400,
    keep: /^- (?:Warning|Why it needs a yes): /,
  });
  const id = getText(getRecord(planned, 'approval'), 'id');
  await decide({ desk, screen }, id, heldBill);
  const { isError } = await desk.call({
    ask: `Continue with ${id}.`,
    tool: 'run_approved',
    input: { approvalId: id },
  });
  if (isError && !screen.isInteractive) throw new Error(`${id} did not run`);
  screen.printMeaning(
    isError
      ? 'You said no, so nothing was approved: the assistant cannot get around your decision.'
      : 'The decision is made on a page or in a terminal that the assistant cannot reach, bill by bill.',
  );
}

/** A person decides on the approvals page or, where nobody sits at a terminal, with the command. */
async function decide({ desk, screen }: StoryStage, id: string, heldBill: string): Promise<void> {
  const as = ['--as', 'R. Vega'] as const;
  if (screen.isInteractive) {
    await screen.pause('Press Enter to open the approvals page in your browser.');
    await desk.decide(['approvals', 'open', ...as], { keep: /^http/ });
    screen.print(`\nOn the page, ${heldBill} is not ticked because of its warning. Approve the rest.`);
    await screen.pause('Press Enter when you have decided, or to let the demo decide for you.');
  }
  const { data } = await desk.peek('list_approvals', { status: 'pending' });
  const pending = getRows({ data }).map((row) => row['id']);
  if (!screen.isInteractive || pending.includes(id))
    await desk.decide(['approvals', 'approve', id, '--without', heldBill, ...as], { from: /^Approved/ });
}

async function undoBooking({ desk, screen }: StoryStage, { uncoveredShipment }: StoryNotes): Promise<void> {
  const undone = await desk.call({
    ask: 'The customer moved the pickup. Take the booking back.',
    tool: 'undo',
    input: { write: uncoveredShipment },
  });
  requireDone(undone);
  screen.printMeaning('The load is open again, and the carrier is owed nothing.');
}

async function explainMargin({ desk, screen }: StoryStage): Promise<void> {
  const figures = await desk.call({
    ask: 'Which customers are we losing money on?',
    tool: 'analyze',
    input: {
      measures: ['margin', 'margin_percent'],
      by: ['customer'],
      period: 'last 90 days',
      order: 'margin asc',
      top: 3,
    },
  });
  await desk.call({
    ask: 'Show me the records behind the first line.',
    tool: 'explain_figure',
    input: { ...getNextCall(figures, 'explain_figure'), limit: 4 },
  });
  screen.printMeaning('Every figure leads to the shipments it is made of, so nobody argues about the number.');
}

async function verifyLog({ desk, screen }: StoryStage): Promise<void> {
  await desk.call({
    ask: 'What was changed this morning, and who said yes?',
    tool: 'audit_log',
    input: { limit: 5 },
    columns: ['Who', 'Tool', 'Status', 'What'],
  });
  await desk.runCommand(['audit', 'verify']);
  screen.printMeaning('Each change is on record with the name of the person behind it, and the record is whole.');
}

const isRow = (value: unknown): value is AnswerRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function getRows({ data }: Pick<ToolAnswer, 'data'>, name = 'rows'): readonly AnswerRow[] {
  const rows = data[name];
  return Array.isArray(rows) ? rows.filter(isRow) : [];
}

function getRecord({ data }: ToolAnswer, name: string): AnswerRow | undefined {
  const record = data[name];
  return isRow(record) ? record : undefined;
}

/** The arguments of a call that an answer proposes. */
function getNextCall(answer: ToolAnswer, tool: string): AnswerRow {
  const call = getRows(answer, 'nextActions').find((action) => action['tool'] === tool);
  const input = call?.['arguments'];
  if (isRow(input)) return input;
  throw new Error(`the answer proposes no call of ${tool}`);
}

function getText(row: AnswerRow | undefined, name: string): string {
  const value = row?.[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`the answer has no ${name}`);
}

function requireDone({ data, text }: ToolAnswer): void {
  if (data['status'] !== 'done') throw new Error(text.split('\n')[0]);
}
