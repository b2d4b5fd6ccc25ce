import type { Page } from 'playwright-core';
import { showChat } from './chat.ts';
import { type StoryAnswer, approver, findUncovered, type Story } from './story.ts';

export type Theme = 'light' | 'dark';

/** A picture of the docs: how to get to what it shows, in the story of one morning. */
export interface Picture {
  /** Name of its file without `.png`; the dark one of a pair ends in `-dark`. */
  readonly name: string;
  /** Description of the picture, for its alternative text. */
  readonly shows: string;
  /** Size in CSS pixels; the file has twice as many. */
  readonly width: number;
  readonly height: number;
  /** True if the page continues below the picture; otherwise all of it has to fit. */
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
    name: 'cover-load',
    shows:
      'A chat: asked for a carrier, the assistant ranks those that ran the lane, with what they were paid and whom to call.',
    width: 880,
    height: 560,
    themes: light,
    promises: [/LD-\d+ of SHP-\d+/, /\(C\d+\)/],
    async open({ ask }, page, theme) {
      const shipment = await findUncovered(ask);
      const { text, data } = await ask('cover_load', { load: shipment });
      const [title = '', ...lines] = text.split('\n');
      // The tool says so in its schema.
      const { carriers: ranked } = data as { readonly carriers: readonly { readonly carrier: string }[] };
      const carriers = ranked
        .slice(0, 3)
        .flatMap(({ carrier }) => lines.find((line) => line.includes(carrier)) ?? [])
        .map((line) => line.replaceAll(/^\d\. |[«»]/g, ''));
      await showChat(page, theme, [
        { kind: 'person', text: 'Find a carrier for the first one.' },
        { kind: 'tool', name: 'cover_load', words: shipment },
        { kind: 'sections', sections: [{ title: title.replaceAll(/[«»]/g, ''), lines: carriers }] },
      ]);
    },
  },
  {
    name: 'booking-plan',
    shows: 'A chat: asked to book a carrier, the assistant shows the plan as a card and waits for a decision.',
    width: 880,
    height: 1180,
    isBeginning: true,
    themes: light,
    promises: [/LD-\d+/, 'Book'],
    async open(story, page, theme) {
      const { records, result } = await story.plan('booking');
      await showChat(page, theme, [
        { kind: 'person', text: 'Book the first carrier at the target rate.' },
        { kind: 'tool', name: 'book_carrier', words: records.join(', ') },
        { kind: 'card', html: await story.product.readCard('book_carrier'), result },
      ]);
    },
  },
  {
    name: 'booking-waits',
    shows: 'The approvals page: the plan to book a carrier, with rate, margin, vetting and how to undo it.',
    width: 880,
    height: 1120,
    isBeginning: true,
    themes: light,
    promises: [/APR-\w{8}/, /LD-\d+/, 'Margin'],
    open: ({ openPlan }, page) => openPlan('booking', page),
  },
  {
    name: 'booking-done',
    shows: 'A chat after the approval: the carrier is booked, and the answer says how to undo it.',
    width: 880,
    height: 420,
    themes: light,
    promises: [/LD-\d+/, 'is booked with'],
    async open(story, page, theme) {
      const { text, data } = await story.runApproved('booking', page);
      const [done = ''] = text.split('\n');
      const undo = typeof data['undo'] === 'string' ? [`Undo: ${data['undo']}`] : [];
      await showChat(page, theme, [
        { kind: 'person', text: 'I approved it.' },
        { kind: 'tool', name: 'run_approved', words: (await story.plan('booking')).approvalId },
        ...[done, ...undo].map((line) => ({ kind: 'assistant' as const, text: line.replaceAll(/[«»]/g, '') })),
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
    height: 1600,
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
    height: 1380,
    themes: light,
    promises: ['Harrow Point Logistics', 'pay-to changed'],
    open: ({ openPlan }, page) => openPlan('changedBank', page),
  },
  {
    name: 'plan-approved',
    shows:
      'The approvals page after the approval: what was approved, the button that executes it, who approved it and when, and each bill.',
    width: 880,
    height: 960,
    isBeginning: true,
    themes: light,
    promises: [approver, 'Approved'],
    open: ({ approve }, page) => approve('cleanBills', page),
  },
  {
    name: 'chat-approval',
    shows:
      'A chat: asked to approve a carrier bill, the assistant makes a plan and waits. A person approves it on the approvals page, and the assistant carries it out.',
    width: 880,
    height: 1330,
    themes: pair,
    promises: [/BILL-\d+/, approver, 'Open the approvals page', 'approved to pay'],
    async open(story, page, theme) {
      const { records, result, approvalId } = await story.plan('largeBill');
      const [done = ''] = (await story.runApproved('largeBill', page)).text.split('\n');
      await showChat(page, theme, [
        { kind: 'person', text: `Approve ${records.join(', ')} if the check finds nothing.` },
        { kind: 'tool', name: 'approve_bills', words: records.join(', ') },
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
    promises: [/customers with an open balance/],
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

interface BriefData {
  readonly sections: readonly {
    readonly title: string;
    readonly count: number;
    readonly sum?: string;
    readonly items: readonly { readonly record: string | null; readonly name: string | null; readonly what: string }[];
  }[];
}

/** Formats the sections of a brief the way an assistant tells them. */
function readSections({ data }: StoryAnswer) {
  // The tool says so in its schema.
  const { sections } = data as unknown as BriefData;
  return sections.map(({ title, count, sum, items }) => ({
    title: `${title}: ${count}${sum === undefined ? '' : ` (${sum})`}`,
    lines: items.map(({ record, name, what }) => `${[record, name].filter(Boolean).join(' · ')}: ${what}`),
  }));
}

async function openDesk({ product }: Story, page: Page, view: string): Promise<void> {
  const { url } = await product.serve<{ readonly url: string }>(['desk', '--port', '0']);
  await page.goto(url);
  await page.goto(new URL(`/desk/${view}`, url).href);
  await page.getByRole('table').waitFor();
}
