import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measures } from '../../../src/metrics/measures.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { fillCopy } from '../../support/fill-copy.ts';
import { type ManagerCall, managerQuestions } from './manager-questions.ts';
import { lineFigure } from './narrowed-figures.ts';
import { type Brokerage, type Days, readBrokerage } from './own-figures.ts';

/** Of the text that a model reads, and of the same as data. */
const tokensMax = 1500;
const callsMax = 2;

let desk: TestDesk;
let brokerage: Brokerage;
beforeAll(async () => {
  desk = await startDesk({ tools: [], seed: 'small' });
  await fillCopy(desk, 'analyze', { measures: ['actual_margin', 'quotes', 'paid', 'collected', 'days_to_pod'] });
  brokerage = await readBrokerage(desk);
});
afterAll(() => desk.close());

// Tests read answers freely.
type Row = any; // eslint-disable-line typescript/no-explicit-any

test('a manager has at least thirty questions', () => {
  expect(managerQuestions.length).toBeGreaterThanOrEqual(30);
});

test.each(managerQuestions)('$asks', async ({ calls, says = [] }) => {
  const answers: CallAnswer[] = [];
  const wrong: unknown[] = [];
  for (const one of calls) {
    const call = typeof one === 'function' ? one(answers.at(-1) as CallAnswer) : one;
    const answer = await desk.callTool(call.tool, { ...call.input });
    if (answer.isError) throw new Error(`${JSON.stringify(call)}: ${answer.text}`);
    answers.push(answer);
    wrong.push(...differences(call, answer));
  }
  const costs = answers.flatMap(({ text, data }) => [encode(text).length, encode(JSON.stringify(data)).length]);

  expect(calls.length).toBeLessThanOrEqual(callsMax);
  expect(Math.max(...costs)).toBeLessThanOrEqual(tokensMax);
  expect(wrong).toEqual([]);
  for (const part of says) expect(answers.map(({ text }) => text).join('\n')).toContain(part);
});

interface Looked {
  readonly measure: string;
  readonly line: Row;
  readonly by: readonly string[];
  readonly days: Days;
}

/** Figures that are not what the records of their line come to on another way. */
function differences({ tool, input }: ManagerCall, { data, text }: CallAnswer): readonly unknown[] {
  const told = tool === 'analyze' ? linesOf(input, data) : tool === 'explain_figure' ? explainedOf(input, data) : [];
  if (told.length === 0 && ['analyze', 'explain_figure'].includes(tool)) return ['no figure'];
  return told.flatMap(({ looked, value }) => {
    const own = lineFigure(brokerage, looked);
    const isShown = value === null || text.includes(shownNumber(value));
    return (own ?? 0) === (value ?? 0) && isShown ? [] : [{ ...looked, value, own, isShown }];
  });
}

interface Told {
  readonly looked: Looked;
  readonly value: number | null;
}

function linesOf(input: ManagerCall['input'], data: Row): readonly Told[] {
  const { by = [], measures: asked } = input as { by?: string[]; measures: string[] };
  const { from, to, comparedFrom, comparedTo } = data.period;
  return [...data.rows, ...data.totals].flatMap((row: Row) => {
    const isTotal = data.totals.includes(row);
    const line = { ...row, ...filtered(input) };
    const dimensions = [...(isTotal ? [] : by), ...Object.keys(filtered(input)).filter((key) => !key.endsWith('_no'))];
    return asked.flatMap((measure): readonly Told[] => [
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

const explainedOf = (input: ManagerCall['input'], data: Row): readonly Told[] =>
  data.totals.map((total: Row): Told => {
    const line = { ...total, ...filtered(input) };
    const by = Object.keys(filtered(input)).filter((key) => !key.endsWith('_no'));
    return { looked: { measure: String(input['measure']), line, by, days: data.period }, value: total.figure ?? null };
  });

/** What the filters of a question say, as a line would. */
function filtered({ filters = [] }: { filters?: readonly { by: string; is: readonly string[] }[] }): Row {
  const entries = filters.flatMap(({ by, is: [value = ''] }) => [
    [by, value.replace(' to ', ' -> ')],
    [`${by}_no`, value],
  ]);
  return Object.fromEntries(entries);
}

const isBalance = (name: string) => measures.find((measure) => measure.name === name)?.day === null;

const shownNumber = (value: number) => new Intl.NumberFormat('en-US').format(Math.abs(value));
