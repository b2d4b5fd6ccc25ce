import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measures } from '../../../src/metrics/measures.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { fillCopy } from '../../support/fill-copy.ts';
import { type ManagerCall, managerQuestions } from './manager-questions.ts';
import { computeLineFigure } from './narrowed-figures.ts';
import { type ReadBrokerage, type FigureDays, readBrokerage, type FigureRow } from './own-figures.ts';

/** Limit of tokens in the text that a model reads, and in the same answer as data. */
const tokensMax = 1500;
const callsMax = 2;

let desk: TestDesk;
let brokerage: ReadBrokerage;
beforeAll(async () => {
  desk = await startDesk({ tools: [], seed: 'small' });
  await fillCopy(desk, 'analyze', { measures: ['actual_margin', 'quotes', 'paid', 'collected', 'days_to_pod'] });
  brokerage = await readBrokerage(desk);
});
afterAll(() => desk.close());

test('a manager has at least thirty questions', () => {
  expect(managerQuestions.length).toBeGreaterThanOrEqual(30);
});

test.each(managerQuestions)('$asks', async ({ calls, says = [] }) => {
  const answers: CallAnswer[] = [];
  const wrong: unknown[] = [];
  for (const callOrNext of calls) {
    const call = typeof callOrNext === 'function' ? callOrNext(answers.at(-1) as CallAnswer) : callOrNext;
    const answer = await desk.callTool(call.tool, { ...call.input });
    if (answer.isError) throw new Error(`${JSON.stringify(call)}: ${answer.text}`);
    answers.push(answer);
    wrong.push(...listDifferences(call, answer));
  }
  const costs = answers.flatMap(({ text, data }) => [encode(text).length, encode(JSON.stringify(data)).length]);

  expect(calls.length).toBeLessThanOrEqual(callsMax);
  expect(Math.max(...costs)).toBeLessThanOrEqual(tokensMax);
  expect(wrong).toEqual([]);
  for (const part of says) expect(answers.map(({ text }) => text).join('\n')).toContain(part);
});

interface LineLookup {
  readonly measure: string;
  readonly line: FigureRow;
  readonly by: readonly string[];
  readonly days: FigureDays;
}

/** Lists the figures that differ from those computed from the records of their line in another way. */
function listDifferences({ tool, input }: ManagerCall, { data, text }: CallAnswer): readonly unknown[] {
  const figures =
    tool === 'analyze' ? listAnalyzed(input, data) : tool === 'explain_figure' ? listExplained(input, data) : [];
  if (figures.length === 0 && ['analyze', 'explain_figure'].includes(tool)) return ['no figure'];
  return figures.flatMap(({ looked, value }) => {
    const ownValue = computeLineFigure(brokerage, looked);
    const isShown = value === null || text.includes(formatNumber(value));
    return (ownValue ?? 0) === (value ?? 0) && isShown ? [] : [{ ...looked, value, own: ownValue, isShown }];
  });
}

interface AnsweredFigure {
  readonly looked: LineLookup;
  readonly value: number | null;
}

function listAnalyzed(input: ManagerCall['input'], data: FigureRow): readonly AnsweredFigure[] {
  const { by = [], measures: measureNames } = input as { by?: string[]; measures: string[] };
  const { from, to, comparedFrom, comparedTo } = data.period;
  return [...data.rows, ...data.totals].flatMap((row: FigureRow) => {
    const isTotal = data.totals.includes(row);
    const line = { ...row, ...toFilteredLine(input) };
    const dimensions = [
      ...(isTotal ? [] : by),
      ...Object.keys(toFilteredLine(input)).filter((key) => !key.endsWith('_no')),
    ];
    return measureNames.flatMap((measure): readonly AnsweredFigure[] => [
      { looked: { measure, line, by: dimensions, days: { from, to } }, value: row[measure] ?? null },
      ...(comparedFrom === undefined || isBalance(measure)
        ? []
        : [
            {
              looked: { measure, line, by: dimensions, days: { from: comparedFrom, to: comparedTo } },
              value: row[`${measure}_previous`] ?? null,
            },
          ]),
    ]);
  });
}

const listExplained = (input: ManagerCall['input'], data: FigureRow): readonly AnsweredFigure[] =>
  data.totals.map((total: FigureRow): AnsweredFigure => {
    const line = { ...total, ...toFilteredLine(input) };
    const by = Object.keys(toFilteredLine(input)).filter((key) => !key.endsWith('_no'));
    return { looked: { measure: String(input['measure']), line, by, days: data.period }, value: total.figure ?? null };
  });

/** Converts the filters of a question to the values that a line would have. */
function toFilteredLine({ filters = [] }: { filters?: readonly { by: string; is: readonly string[] }[] }): FigureRow {
  const entries = filters.flatMap(({ by, is: [value = ''] }) => [
    [by, value.replace(' to ', ' -> ')],
    [`${by}_no`, value],
  ]);
  return Object.fromEntries(entries);
}

const isBalance = (name: string) => measures.find((measure) => measure.name === name)?.day === null;

const formatNumber = (value: number) => new Intl.NumberFormat('en-US').format(Math.abs(value));
