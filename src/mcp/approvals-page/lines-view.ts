import { html } from 'hono/html';
import { formatAmounts } from '../results/unexecuted-plan.ts';
import type { ItemView } from '../results/result.ts';
import type { Approval } from '../tool/context.ts';
import { type Markup, nothing, showText } from '../page/markup.ts';

/** The form that the boxes belong to, wherever they stand. */
export const decisionFormId = 'decision';

/** Renders the lines of a batch, those with warnings first. Each has a box while it can still be left out. */
export function renderLines({ plan: { items = [] }, status, leftOut }: Approval): Markup {
  if (items.length === 0) return nothing;
  const rows = items.toSorted((item, other) => Number(other.findings.length > 0) - Number(item.findings.length > 0));
  const isOpen = status === 'pending';
  return html`<section ${isOpen ? html`data-lines` : nothing}>
    <h2>${items.length} lines${isOpen ? ': untick what is not to be done' : ''}</h2>
    ${isOpen ? tickButtons : nothing}
    <ul class="lines">
      ${rows.map((item) => html`<li>${isOpen ? renderOpenLine(item) : renderDecidedLine(item, leftOut.includes(item.key))}</li>`)}
    </ul>
    ${isOpen ? html`<p class="sum" role="status" data-sum></p>` : nothing}
  </section>`;
}

const tickButtons = html`<div class="row" data-tick-all hidden>
  <button type="button" class="quiet" value="all">Tick all</button>
  <button type="button" class="quiet" value="clear">Only those without a finding</button>
  <button type="button" class="quiet" value="none">Untick all</button>
</div>`;

const renderOpenLine = (item: ItemView): Markup =>
  html`<label class="take">
    <input
      type="checkbox"
      name="take"
      value="${item.key}"
      form="${decisionFormId}"
      checked
      autocomplete="off"
      data-money="${JSON.stringify(item.money)}"
      ${item.findings.length > 0 ? html`data-finding` : nothing}
    />
    ${renderLineText(item)}
  </label>`;

const renderDecidedLine = (item: ItemView, isLeftOut: boolean): Markup =>
  html`<div class="take ${isLeftOut ? 'out' : ''}">
    ${isLeftOut ? html`<strong>Left out</strong>` : nothing} ${renderLineText(item)}
  </div>`;

const renderLineText = ({ line, findings, money }: ItemView): Markup => {
  const amounts = formatAmounts(money).filter((amount) => !line.includes(amount));
  return html`<span class="words">
      <span class="line">${showText(line)}</span>
      ${findings.map((finding) => html`<span class="finding">! ${showText(finding)}</span>`)}
    </span>
    ${amounts.length === 0 ? nothing : html`<span class="amount">${amounts.join(' + ')}</span>`}`;
};
