import { html } from 'hono/html';
import { renderFrame } from '../page/frame.ts';
import { type Markup, nothing, showText } from '../page/markup.ts';
import { formatSentence } from './desk-words.ts';

/** A link of the banner. */
export interface DeskLink {
  readonly path: string;
  readonly title: string;
}

interface DeskPageFrame {
  readonly title: string;
  /** Pages in the banner; none on a page for people without the link. */
  readonly links: readonly DeskLink[];
  /** Address of the approvals page, if there is one. */
  readonly approvalsAddress: string | undefined;
  /** Address of the page that is shown. */
  readonly currentPath?: string | undefined;
  /** Words of the search that is shown. */
  readonly words?: string | undefined;
  readonly canSearch: boolean;
  readonly body: Markup;
}

export const renderDeskPage = ({ title, body, ...frame }: DeskPageFrame): Markup =>
  renderFrame({
    title,
    product: 'Waybill desk',
    styles: ['/desk/assets/plan.css', '/desk/assets/page.css', '/desk/assets/desk.css'],
    scripts: ['/desk/assets/desk.js'],
    banner: renderBanner(frame),
    body,
  });

const renderBanner = ({
  links,
  approvalsAddress,
  currentPath,
  words = '',
  canSearch,
}: Omit<DeskPageFrame, 'title' | 'body'>): Markup => {
  const allLinks = approvalsAddress === undefined ? links : [...links, { path: approvalsAddress, title: 'Approvals' }];
  return html`<header class="banner desk">
    <nav aria-label="Pages">
      <a class="brand" href="/desk" ${currentPath === '/desk' ? html`aria-current="page"` : nothing}>Desk</a>
      <span class="wide">${renderLinks(allLinks, currentPath)}</span>
    </nav>
    <details class="menu">
      <summary>Menu</summary>
      <nav aria-label="Pages">${renderLinks(allLinks, currentPath)}</nav>
    </details>
    ${canSearch ? renderSearchForm(words) : nothing}
  </header>`;
};

const renderLinks = (links: readonly DeskLink[], currentPath: string | undefined): Markup =>
  html`${links.map(
    ({ path, title }) =>
      html`<a href="${path}" ${path === currentPath ? html`aria-current="page"` : nothing}>${title}</a>`,
  )}`;

const renderSearchForm = (words: string): Markup =>
  html`<form method="get" action="/desk/search" role="search" class="find">
    <label for="words" class="unseen">Find by number or name</label>
    <input
      type="search"
      id="words"
      name="words"
      value="${words}"
      maxlength="200"
      placeholder="Number or name"
      required
      autocomplete="off"
    />
    <button type="submit" class="quiet">Find</button>
  </form>`;

/** Renders what is not shown and why. */
export const renderRefusal = (problem: string): Markup =>
  html`<div class="box problem" role="alert">
    <h2>Not shown</h2>
    <p class="text">${showText(formatSentence(problem))}</p>
  </div>`;

/** Renders a page that says only what is not shown and why. */
export const renderRefusalPage = (problem: string): Markup =>
  html`<h1>Not shown</h1>
    <p class="box problem text" role="alert">${showText(formatSentence(problem))}</p>`;
