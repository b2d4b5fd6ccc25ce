import type { Context } from 'hono';
import { toRow, toRows, toText, type ViewRow } from '../cards/views/kit/reading.ts';
import type { Markup } from '../page/markup.ts';
import { html } from 'hono/html';
import type { ToolResult } from '../results/result.ts';
import { type DeskList, deskLists } from './desk-lists.ts';
import type { DeskPageOptions } from './desk-options.ts';
import { type DueAnswers, renderAgingSummary, renderDueSummary } from './list-sums.ts';
import { listGaps } from './answer-state.ts';
import { renderHome } from './home-page.ts';
import { renderInputForm } from './input-form.ts';
import { type DeskLink, renderDeskPage, renderRefusal } from './layout.ts';
import { renderListPage } from './list-page.ts';
import { findMatchPath, renderMatches } from './matches.ts';
import { type DeskRecord, deskRecords } from './record-pages.ts';
import { renderRecordPage } from './record-page.ts';
import { renderRevenuePage, revenueInput } from './revenue-page.ts';

/** A visit of a page: the request, and what the pages are made with. */
export interface DeskVisit {
  readonly options: DeskPageOptions;
  readonly c: Context;
}

type PageCallInput = Readonly<Record<string, unknown>>;

const callTool = ({ options, c }: DeskVisit, tool: string, input: PageCallInput): Promise<ToolResult> =>
  options.call(tool, input, c.req.raw.signal);

/** Lists the pages of the banner whose tool is on offer. */
export function listLinks({ tools }: Pick<DeskPageOptions, 'tools'>): readonly DeskLink[] {
  const lists = deskLists.filter(({ tool }) => tools.includes(tool));
  return [
    ...lists.map(({ path, title }) => ({ path: `/desk/${path}`, title })),
    ...(tools.includes('analyze') ? [{ path: '/desk/revenue', title: 'Revenue' }] : []),
    ...(tools.includes('lane_history') ? [{ path: '/desk/lane', title: 'Lanes' }] : []),
  ];
}

interface DeskPageContent {
  readonly title: string;
  readonly body: Markup;
  readonly currentPath?: string;
  readonly words?: string;
  readonly status?: 200 | 404 | 500;
}

/** Sends a page in its frame. */
export function sendDeskPage({ options, c }: DeskVisit, { status = 200, ...page }: DeskPageContent) {
  const frame = {
    links: listLinks(options),
    approvalsAddress: options.approvals?.address,
    canSearch: options.tools.includes('find'),
  };
  return c.html(renderDeskPage({ ...frame, ...page }), status);
}

export async function showHome(visit: DeskVisit) {
  const { options } = visit;
  const body = await renderHome({
    tools: options.tools,
    call: (tool, input) => callTool(visit, tool, input),
    countApprovals: options.approvals?.count,
    approvalsAddress: options.approvals?.address,
    zone: await options.timeZone(),
  });
  return sendDeskPage(visit, { title: 'Overview', body, currentPath: '/desk' });
}

const rowsAtOnce = 100;

/** Shows a list, or the part of it that the address names. */
export async function showList(visit: DeskVisit, list: DeskList) {
  const { c, options } = visit;
  const name = c.req.query('show') ?? '';
  const [first] = list.choices;
  const choice = list.choices.find((candidate) => candidate.name === name) ?? first;
  if (choice === undefined || first === undefined) throw new Error(`${list.path} has no choices`);
  const page = { title: list.title, currentPath: `/desk/${list.path}` };
  const cursor = c.req.query('cursor');
  const input = { ...choice.input, limit: rowsAtOnce, ...(cursor !== undefined && { cursor }) };
  const count = (counted: PageCallInput) => callTool(visit, list.tool, { ...counted, limit: 1 });
  const [result, whole, due] = await Promise.all([
    callTool(visit, list.tool, input),
    choice === first || list.countChoices === undefined ? undefined : count(first.input),
    list.path === 'bills' ? readDueAnswers(count) : undefined,
  ]);
  if (result.isError === true) return sendDeskPage(visit, { ...page, body: renderRefusedPage(list.title, result) });
  const data = toRow(result.data);
  const body = renderListPage({
    list,
    choice,
    data,
    text: result.text,
    whole: whole === undefined || whole.isError === true ? data : toRow(whole.data),
    summary: due
      ? renderDueSummary(due, listGaps([due.open, due.overdue, due.week]).state)
      : renderAgingSummary(data, list.columns),
    isFirstPage: cursor === undefined,
    zone: await options.timeZone(),
  });
  return sendDeskPage(visit, { ...page, body });
}

/** Reads the sums of all open bills, undefined if one of them can't be read. No bill is checked for them. */
async function readDueAnswers(count: (input: PageCallInput) => Promise<ToolResult>): Promise<DueAnswers | undefined> {
  const results = await Promise.all([{}, { overdue: true }, { to: 'in 7 days' }].map(count));
  // A question that failed has no sum, and 0 would be wrong.
  if (results.some(({ isError }) => isError === true)) return undefined;
  const [open = {}, overdue = {}, week = {}] = results.map(({ data }) => toRow(data));
  return { open, overdue, week };
}

export async function showRevenue(visit: DeskVisit) {
  const result = await callTool(visit, 'analyze', revenueInput);
  const body =
    result.isError === true
      ? renderRefusedPage('Revenue', result)
      : renderRevenuePage(toRow(result.data), result.text, await visit.options.timeZone());
  return sendDeskPage(visit, { title: 'Revenue', currentPath: '/desk/revenue', body });
}

/** Shows the record that the address names, the form that asks for one, or what an ambiguous name can mean. */
export async function showRecord(visit: DeskVisit, record: DeskRecord) {
  const { c, options } = visit;
  const inputs = Object.fromEntries(
    record.inputFields.map(({ name }) => [name, c.req.query(name)?.trim() ?? ''] as const),
  );
  const page = { title: record.title, currentPath: `/desk/${record.path}` };
  const form = html`<h1>${record.title}</h1>
    <p class="lead">${record.description}</p>
    ${renderInputForm(record, inputs)}`;
  if (Object.values(inputs).includes('')) return sendDeskPage(visit, { ...page, body: form });
  const result = await callTool(visit, record.tool, inputs);
  if (result.isError === true) {
    const matches = await findMatches(visit, record, inputs, result);
    return sendDeskPage(visit, { ...page, body: matches ?? html`${form} ${renderRefusal(readProblem(result))}` });
  }
  const data = toRow(result.data);
  const elsewhere = findOtherPage(data);
  if (elsewhere !== undefined) return c.redirect(elsewhere, 303);
  const noun = toText(data['kind']) ?? record.path;
  const recordPage = renderRecordPage({
    noun,
    data,
    text: result.text,
    view: record.view,
    zone: await options.timeZone(),
  });
  const title = toText(toRow(data['record'])['friendlyId']) ?? record.title;
  return sendDeskPage(visit, { ...page, title, body: recordPage });
}

/** Returns the address of the page that shows a record of this kind, if it is another one. */
function findOtherPage({ kind, record }: ViewRow): string | undefined {
  const page = deskRecords.find(({ path }) => path === kind);
  const { friendlyId, id } = toRow(record);
  const name = toText(friendlyId) ?? toText(id);
  return page === undefined || name === undefined
    ? undefined
    : `/desk/${page.path}?${page.path}=${encodeURIComponent(name)}`;
}

const candidatesMax = 50;

/** Finds what a name that is no single record's can mean. */
async function findMatches(
  visit: DeskVisit,
  { findKind, inputFields }: DeskRecord,
  inputs: Readonly<Record<string, string>>,
  refused: ToolResult,
): Promise<Markup | undefined> {
  const code = toText(toRow(toRow(refused.data)['error'])['code']);
  const [field] = inputFields;
  const words = inputs[field?.name ?? ''];
  const isUnclear = code === 'AMBIGUOUS' || code === 'NOT_FOUND';
  if (!isUnclear || inputFields.length !== 1 || words === undefined || !visit.options.tools.includes('find'))
    return undefined;
  const findResult = await callTool(visit, 'find', { query: words, limit: candidatesMax });
  const data = toRow(findResult.data);
  const rows = toRows(data['rows']);
  const ofKind = rows.filter(({ kind }) => findKind === undefined || kind === findKind);
  if (findResult.isError === true || rows.length === 0) return undefined;
  return renderMatches(words, { ...data, rows: ofKind.length > 0 ? ofKind : rows }, await visit.options.timeZone());
}

/** Shows what the words of the search can mean; a single record at once. */
export async function showSearch(visit: DeskVisit) {
  const { c, options } = visit;
  const words = c.req.query('words')?.trim() ?? '';
  if (words === '') return c.redirect('/desk', 303);
  const result = await callTool(visit, 'find', { query: words, limit: candidatesMax });
  const data = toRow(result.data);
  const [onlyMatch, ...otherMatches] = toRows(data['rows']);
  const path = onlyMatch === undefined || otherMatches.length > 0 ? undefined : findMatchPath(onlyMatch);
  if (path !== undefined) return c.redirect(path, 303);
  const body =
    result.isError === true ? renderRefusedPage('Find', result) : renderMatches(words, data, await options.timeZone());
  return sendDeskPage(visit, { title: `Find: ${words}`, words, body });
}

/** Returns why a tool did not answer, in a sentence for people. */
const readProblem = ({ data, text }: ToolResult): string => toText(toRow(toRow(data)['error'])['message']) ?? text;

const renderRefusedPage = (title: string, result: ToolResult): Markup =>
  html`<h1>${title}</h1>
    ${renderRefusal(readProblem(result))}`;
