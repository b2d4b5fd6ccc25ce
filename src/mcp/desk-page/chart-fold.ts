import { html, raw } from 'hono/html';
import type { ViewName } from '../cards/views.ts';
import type { ViewRow } from '../cards/views/kit/reading.ts';
import type { Markup } from '../page/markup.ts';

interface FoldedChart {
  readonly view: ViewName;
  readonly title: string;
  readonly text: string;
  readonly data: ViewRow;
}

/**
 * Renders the chart of an answer, in a frame without any rights. A script loads it when a person opens it, and shows the
 * fold in the first place: without scripts the page says the same in its tables.
 */
export const renderChart = ({ view, title, text, data }: FoldedChart): Markup =>
  html`<details class="chart" data-chart hidden>
    <summary>Chart</summary>
    <iframe title="Chart: ${title}" sandbox="allow-scripts" data-card="/desk/cards/${view}" class="picture"></iframe>
    <script type="application/json" data-answer>
      ${raw(formatScriptJson({ content: [{ type: 'text', text }], structuredContent: data }))}
    </script>
  </details>`;

/** Formats a value as JSON for a script element, where only the start of a tag has to be escaped. */
const formatScriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
