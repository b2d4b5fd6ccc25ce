import { html } from 'hono/html';
import type { ToolResult } from '../results/result.ts';
import { toRow, toText, type ViewRow } from '../cards/views/kit/reading.ts';
import { type Markup, nothing, showText } from '../page/markup.ts';
import { listGaps, renderDataTime, renderGaps } from './answer-state.ts';
import { formatSentence } from './desk-words.ts';
import { type HomeFigure, type HomeGroup, type HomeQuestion, homeGroups } from './home-figures.ts';

interface HomeOptions {
  readonly tools: readonly string[];
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
  /** Returns how many plans wait for an approval; undefined on a page that cannot tell. */
  readonly countApprovals: (() => Promise<number>) | undefined;
  /** Address of the approvals page. */
  readonly approvalsAddress: string | undefined;
  readonly zone: string;
}

/** Renders the counts of what needs a person, each a link to its rows. */
export async function renderHome(options: HomeOptions): Promise<Markup> {
  const groups = await Promise.all(
    homeGroups.map(async (group) => ({ group, answers: await answerQuestions(options, group) })),
  );
  const answers = groups.flatMap((group) => group.answers);
  const dataList = answers.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const approvals = await countApprovals(options);
  return html`<h1>Desk</h1>
    ${renderDataTime(dataList, options.zone)} ${renderGaps(listGaps(dataList))}
    <div class="groups">
      ${approvals === undefined ? nothing : renderGroup('Approvals', [approvals], [])}
      ${groups.map(({ group: { title }, answers: groupAnswers }) =>
        renderGroup(
          title,
          groupAnswers.flatMap(({ figures }) => figures),
          groupAnswers.flatMap(({ problem }) => problem ?? []),
        ),
      )}
    </div>`;
}

interface HomeAnswer {
  readonly data: ViewRow | undefined;
  readonly figures: readonly HomeFigure[];
  readonly problem: string | undefined;
}

/** Answers the questions of a group whose tools are on offer. One that fails leaves the others. */
function answerQuestions({ tools, call }: HomeOptions, { questions }: HomeGroup): Promise<readonly HomeAnswer[]> {
  return Promise.all(
    questions
      .filter(({ tool }) => tools.includes(tool))
      .map(async ({ tool, input, listFigures }: HomeQuestion) => {
        const { data, isError } = await call(tool, input);
        const row = toRow(data);
        if (isError === true) return { data: undefined, figures: [], problem: readProblem(row) };
        return { data: row, figures: listFigures(row, listGaps([row]).state), problem: undefined };
      }),
  );
}

const readProblem = (data: ViewRow): string =>
  formatSentence(toText(toRow(data['error'])['message']) ?? 'These figures could not be read.');

async function countApprovals({
  countApprovals: count,
  approvalsAddress,
}: HomeOptions): Promise<HomeFigure | undefined> {
  if (count === undefined || approvalsAddress === undefined) return undefined;
  const pending = await count();
  return { title: 'Pending approvals', path: approvalsAddress, count: String(pending), amounts: [] };
}

function renderGroup(title: string, figures: readonly HomeFigure[], problems: readonly string[]): Markup {
  if (figures.length === 0 && problems.length === 0) return nothing;
  return html`<section class="group">
    <h2>${title}</h2>
    <ul class="figures">
      ${figures.map(renderFigure)}
    </ul>
    ${[...new Set(problems)].map((problem) => html`<p class="hint">Not available: ${showText(problem)}</p>`)}
  </section>`;
}

const renderFigure = ({ title, path, count, amounts }: HomeFigure): Markup =>
  html`<li>
    <a href="${path}" class="${count === '0' ? 'zero' : ''}">
      <span class="title">${title}</span>
      <span class="amount">${amounts.join(' + ')}</span>
      <span class="count">${count === '0' ? 'None' : count}</span>
    </a>
  </li>`;
