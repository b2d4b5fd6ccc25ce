import type { Page } from 'playwright-core';
import { showChat, showTerminal } from './chat.ts';
import { type Answer, approver, type Story } from './story.ts';

export type Theme = 'light' | 'dark';

/** A picture of the docs: how to get to what it shows, in the story of one morning. */
export interface Picture {
  /** Name of its file without `.png`; the dark one of a pair ends in `-dark`. */
  readonly name: string;
  /** What it shows, in words that can be its alternative text. */
  readonly shows: string;
  /** Size in CSS pixels; the file has twice as many. */
  readonly width: number;
  readonly height: number;
  /** Whether the page goes on below the picture; otherwise all of it has to fit. */
  readonly isBeginning?: boolean;
  readonly themes: readonly Theme[];
  /** Texts without which the picture is not taken. */
  readonly promises: readonly (string | RegExp)[];
  readonly open: (story: Story, page: Page, theme: Theme) => Promise<void>;
}

const light: readonly Theme[] = ['light'];
const pair: readonly Theme[] = ['light', 'dark'];

/** In the order of the morning: what waits is taken before a person decides. */
export const pictures: readonly Picture[] = [
  {
    name: 'first-answer',
    shows:
      'A terminal: one command finds a shipment of the sandbox by its PO number, with its stops, carrier, money and papers.',
    width: 960,
    height: 720,
    themes: light,
    promises: [/SHP-\d+/, 'Money booked'],
    async open({ product }, page) {
      const input = JSON.stringify({ shipment: '4500-7781' });
      const printed = await product.run(['call', 'get_shipment', input]);
      await showTerminal(page, [{ typed: `waybill call get_shipment '${input}'`, printed }]);
    },
  },
  {
    name: 'morning-brief',
    shows: 'A chat: asked what needs attention in dispatch, the assistant lists late, uncovered and waiting loads.',
    width: 880,
    height: 760,
    themes: light,
    promises: [/SHP-\d+/],
    async open({ ask }, page, theme) {
      const brief = await ask('morning_brief', { role: 'dispatch' });
      await showChat(page, theme, [
        { kind: 'person', text: 'What needs me today in dispatch?' },
        { kind: 'tool', name: 'morning_brief', words: 'dispatch' },
        { kind: 'sections', sections: readSections(brief) },
      ]);
    },
  },
  {
    name: 'sign-in',
    shows: "The sign-in form of the approvals page. It asks for your name and the approver's secret.",
    width: 880,
    height: 460,
    themes: light,
    promises: ["The approver's secret"],
    async open({ product, secret, plan }, page) {
      const [{ approvalId }, text] = [await plan('cleanBills'), await secret()];
      await page.goto(`${product.approvalsUrl}/${approvalId}`);
      await page.getByLabel('Your name').fill(approver);
      await page.getByLabel("The approver's secret").fill(text);
    },
  },
  {
    name: 'plan-waits',
    shows:
      'The approvals page: a plan to approve three carrier bills, with each bill, what else happens, how to undo it and your decision.',
    width: 880,
    height: 1560,
    themes: light,
    promises: [/APR-\w{8}/, /BILL-\d+/, 'Your decision'],
    async open({ openPlan }, page) {
      await openPlan('cleanBills', page);
      await page.getByRole('checkbox', { name: /^I have read the plan/ }).check();
    },
  },
  {
    name: 'bill-on-hold',
    shows:
      'The approvals page: a bill whose payee changed its bank details five days ago. The warnings come before everything else.',
    width: 880,
    height: 1340,
    themes: light,
    promises: ['Harrow Point Logistics', 'pay-to changed'],
    open: ({ openPlan }, page) => openPlan('changedBank', page),
  },
  {
    name: 'plan-approved',
    shows: 'The approvals page after the approval: who approved the plan, when, and each bill in it.',
    width: 880,
    height: 960,
    isBeginning: true,
    themes: light,
    promises: [approver, 'Approved'],
    open: ({ approve }, page) => approve('cleanBills', page),
  },
  {
    name: 'plan-done',
    shows:
      'A chat after the approval: the assistant continues, the three bills are approved to pay, and the answer says how to undo it.',
    width: 880,
    height: 610,
    themes: light,
    promises: [/BILL-\d+/, 'Done'],
    async open(story, page, theme) {
      const { result } = await story.runApproved('cleanBills', page);
      await showChat(page, theme, [
        { kind: 'person', text: `${approver} approved it. Go on.` },
        { kind: 'tool', name: 'run_approved', words: (await story.plan('cleanBills')).approvalId },
        { kind: 'card', html: await story.product.readCard('run_approved'), result },
      ]);
    },
  },
  {
    name: 'chat-approval',
    shows:
      'A chat: asked to approve a carrier bill, the assistant makes a plan and waits. A person approves it on the approvals page, and the assistant carries it out.',
    width: 880,
    height: 1300,
    themes: pair,
    promises: [/BILL-\d+/, approver, 'Open the approvals page', 'approved to pay'],
    async open(story, page, theme) {
      const { bills, result, approvalId } = await story.plan('largeBill');
      const [done = ''] = (await story.runApproved('largeBill', page)).text.split('\n');
      await showChat(page, theme, [
        { kind: 'person', text: `Approve ${bills.join(', ')} if the check finds nothing.` },
        { kind: 'tool', name: 'approve_bills', words: bills.join(', ') },
        { kind: 'card', html: await story.product.readCard('approve_bills'), result },
        { kind: 'event', text: `${approver} approved the plan on the approvals page` },
        { kind: 'person', text: 'Go on.' },
        { kind: 'tool', name: 'run_approved', words: approvalId },
        { kind: 'assistant', text: done },
      ]);
    },
  },
  {
    name: 'exceptions',
    shows: 'The desk page: shipments with an exception, counted by kind, the worst first.',
    width: 880,
    height: 900,
    isBeginning: true,
    themes: pair,
    promises: [/shipments with an exception/],
    open: (story, page) => openDesk(story, page, 'exceptions'),
  },
  {
    name: 'aging',
    shows: 'The desk page: what customers owe, by age, in total and for each customer.',
    width: 880,
    height: 900,
    isBeginning: true,
    themes: light,
    promises: [/Open balances by age/],
    open: (story, page) => openDesk(story, page, 'receivables'),
  },
  {
    name: 'carrier-refused',
    shows: 'A chat: asked about a carrier, the assistant shows its card, which fails a rule and says why.',
    width: 880,
    height: 760,
    isBeginning: true,
    themes: light,
    promises: [/do not use/i, 'Double-brokered a load'],
    async open({ ask, product, findRefusedCarrier }, page, theme) {
      const carrier = await findRefusedCarrier();
      const { result } = await ask('get_carrier', { carrier });
      await showChat(page, theme, [
        { kind: 'person', text: `Can we use ${carrier}?` },
        { kind: 'tool', name: 'get_carrier', words: carrier },
        { kind: 'card', html: await product.readCard('get_carrier'), result },
      ]);
    },
  },
  {
    name: 'api-reference',
    shows: 'The API reference at /docs: operations by subject, one of them open.',
    width: 1100,
    height: 760,
    isBeginning: true,
    themes: light,
    promises: ['/v1'],
    async open({ product }, page) {
      const { authUrl } = await product.serve<{ readonly authUrl: string }>(['service', '--port', '0']);
      await page.goto(`${authUrl}/docs`);
      await page.locator('.opblock-summary-operation-id').first().waitFor();
    },
  },
];

interface Brief {
  readonly sections: readonly {
    readonly title: string;
    readonly count: number;
    readonly sum?: string;
    readonly items: readonly { readonly record: string | null; readonly name: string | null; readonly what: string }[];
  }[];
}

/** As an assistant retells a brief. */
function readSections({ data }: Answer) {
  // The tool says so in its schema.
  const { sections } = data as unknown as Brief;
  return sections.map(({ title, count, sum, items }) => ({
    title: `${title}: ${count}${sum === undefined ? '' : ` (${sum})`}`,
    lines: items.map(({ record, name, what }) => `${[record, name].filter(Boolean).join(' · ')}: ${what}`),
  }));
}

async function openDesk({ product }: Story, page: Page, view: string): Promise<void> {
  const { url } = await product.serve<{ readonly url: string }>(['desk', '--port', '0']);
  await page.goto(url);
  await page.goto(new URL(`/desk/${view}`, url).href);
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
}
