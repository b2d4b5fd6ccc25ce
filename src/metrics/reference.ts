import { dimensions } from './dimensions.ts';
import type { Dimension } from './kit/dimension.ts';
import { getFact } from './kit/facts.ts';
import { describeBalanceDays, type Measure, subjects } from './kit/measure.ts';
import { measures } from './measures.ts';
import { missingFigures } from './missing.ts';
import { hasDimension } from './query.ts';

/** Renders the tables of measures and dimensions as Markdown. */
export function renderMetricsPage(): string {
  return [
    '# Measures and dimensions',
    '',
    'Look up any figure that `analyze` can compute, with its unit and definition, and everything you can break it down by.',
    '`npm run list-metrics` writes this page from the tables in `src/metrics`.',
    '',
    'A ratio is one sum divided by another, never an average of averages; without a denominator it is n/a. Currencies are never',
    'added up. Days are those of the desk’s time zone. What isn’t known about a record is left out, and counted in the answer.',
    'Balances of earlier days are computed from today’s records; an answer says what these can’t tell.',
    ...subjects.flatMap(renderSubject),
    '',
    '## Dimensions',
    '',
    '| dimension | also called | for |',
    '|---|---|---|',
    ...dimensions.map(renderDimensionRow),
    '',
    '## Not on record',
    '',
    ...missingFigures.map(({ name, why, instead }) => `- ${name}: ${why} ${instead}`),
    '',
  ].join('\n');
}

const renderSubject = (subject: Measure['subject']): readonly string[] => [
  '',
  `## ${subject.charAt(0).toUpperCase()}${subject.slice(1)}`,
  '',
  '| measure | unit | counts | definition |',
  '|---|---|---|---|',
  ...measures
    .filter((measure) => measure.subject === subject)
    .map(
      (measure) =>
        `| \`${measure.name}\` | ${measure.unit.replace('_', ' ')} | ${getFact(measure.fact).nouns} | ${[measure.definition, describeBalanceDays(measure)].filter(Boolean).join(' ')} |`,
    ),
];

function renderDimensionRow(dimension: Dimension): string {
  const having = measures.filter((measure) => hasDimension(measure, dimension));
  const facts = [...new Set(having.map(({ fact }) => getFact(fact).nouns))];
  const scope = dimension.kind === 'time' ? 'every measure that has a day' : facts.join(', ');
  return `| \`${dimension.name}\` | ${dimension.words.join(', ')} | ${scope} |`;
}
