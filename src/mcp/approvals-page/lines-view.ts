import { html } from 'hono/html';
import { moneyTexts } from '../results/stake.ts';
import type { ItemView } from '../results/result.ts';
import type { Approval } from '../tool/context.ts';
import { type Markup, nothing, shown } from './markup.ts';

/** The form that the boxes belong to, wherever they stand. */
export const decisionFormId = 'decision';

/** The lines of a batch, each with a box while it can be left out; those with something against them come first. */
export function linesSection({ plan: { items = [] }, status, leftOut }: Approval): Markup {
  if (items.length === 0) return nothing;
  const rows = items.toSorted((one, other) => Number(other.findings.length > 0) - Number(one.findings.length > 0));
  const isOpen = status === 'pending';
  return html`<section ${isOpen ? html`data-lines` : nothing}>
    <h2>${items.length} lines${isOpen ? ': untick what is not to be done' : ''}</h2>
    ${isOpen ? tickButtons : nothing}
    <ul class="lines">
      ${rows.map((item) => html`<li>${isOpen ? openLine(item) : decidedLine(item, leftOut.includes(item.key))}</li>`)}
    </ul>
    ${isOpen ? html`<p class="sum" role="status" data-sum></p>` : nothing}
  </section>`;
}

const tickButtons = html`<div class="row" data-tick-all hidden>
  <button type="button" class="quiet" value="all">Tick all</button>
  <button type="button" class="quiet" value="clear">Only those without a finding</button>
  <button type="button" class="quiet" value="none">Untick all</button>
</div>`;

const openLine = (item: ItemView): Markup =>
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
    ${lineWords(item)}
  </label>`;

const decidedLine = (item: ItemView, isLeftOut: boolean): Markup =>
  html`<div class="take ${isLeftOut ? 'out' : ''}">
    ${isLeftOut ? html`<strong>Left out</strong>` : nothing} ${lineWords(item)}
  </div>`;

const lineWords = ({ line, findings, money }: ItemView): Markup => {
  const amounts = moneyTexts(money).filter((amount) => !line.includes(amount));
  return html`<span class="words">
      <span class="line">${shown(line)}</span>
      ${findings.map((finding) => html`<span class="finding">! ${shown(finding)}</span>`)}
    </span>
    ${amounts.length === 0 ? nothing : html`<span class="amount">${amounts.join(' + ')}</span>`}`;
};
