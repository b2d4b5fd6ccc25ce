import { html, raw } from 'hono/html';
import { renderFrame } from '../page/frame.ts';
import { type Markup, nothing, showText } from '../page/markup.ts';
import type { ToolResult } from '../results/result.ts';
import type { DeskView } from './desk-views.ts';

interface DeskPageFrame {
  readonly title: string;
  readonly deskViews: readonly DeskView[];
  /** Path of the page that is shown. */
  readonly currentPath?: string | undefined;
  readonly body: Markup;
}

export const renderDeskPage = ({ title, deskViews, currentPath, body }: DeskPageFrame): Markup =>
  renderFrame({
    title,
    product: 'Waybill desk',
    styles: ['/desk/assets/plan.css', '/desk/assets/page.css', '/desk/assets/desk.css'],
    scripts: ['/desk/assets/desk.js'],
    banner: renderBanner(deskViews, currentPath),
    body,
  });

const renderBanner = (deskViews: readonly DeskView[], currentPath: string | undefined): Markup =>
  html`<header class="banner">
    <nav aria-label="Pages">
      <a class="brand" href="/desk">Desk</a>
      ${deskViews.map(
        ({ path, title }) =>
          html`<a href="/desk/${path}" ${path === currentPath ? html`aria-current="page"` : nothing}>${title}</a>`,
      )}
    </nav>
    <span class="who">Read only</span>
  </header>`;

/** Renders what is not shown and why. */
export const renderRefusal = (problem: string): Markup =>
  html`<div class="box problem" role="alert">
    <h2>Not shown</h2>
    <p class="text">${showText(problem)}</p>
  </div>`;

/** Renders a page that says only what is not shown and why. */
export const renderRefusalPage = (problem: string): Markup =>
  html`<h1>Not shown</h1>
    <p class="box problem text" role="alert">${showText(problem)}</p>`;

export const renderOverview = (deskViews: readonly DeskView[]): Markup =>
  html`<h1>Desk</h1>
    <ul class="rows">
      ${deskViews.map(
        ({ path, title, description }) =>
          html`<li>
            <a href="/desk/${path}"><span class="title">${title}</span><span class="about">${description}</span></a>
          </li>`,
      )}
    </ul>`;

interface DeskViewPage {
  readonly deskView: DeskView;
  /** Typed inputs by the name of their argument. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly result: ToolResult | undefined;
  /** Address of the next rows. */
  readonly next: string | undefined;
}

export const renderViewPage = ({ deskView, inputs, result, next }: DeskViewPage): Markup =>
  html`<h1>${deskView.title}</h1>
    <p class="lead">${deskView.description}</p>
    ${deskView.inputFields === undefined ? nothing : renderInputForm(deskView, inputs)}
    ${result === undefined ? nothing : renderAnswer(deskView, result)}
    ${next === undefined ? nothing : html`<p><a class="button" href="${next}">Next rows</a></p>`}`;

const renderInputForm = ({ path, inputFields = [] }: DeskView, inputs: DeskViewPage['inputs']): Markup =>
  html`<form method="get" action="/desk/${path}" role="search" class="search">
    ${inputFields.map(
      ({ name, label }) =>
        html`<label for="${name}">${label}</label>
          <input
            type="search"
            id="${name}"
            name="${name}"
            value="${inputs[name] ?? ''}"
            maxlength="200"
            required
            autocomplete="off"
          />`,
    )}
    <p><button type="submit" class="yes">Show</button></p>
  </form>`;

/** Renders an answer: its view in a frame without any rights, and its complete text. */
const renderAnswer = ({ view, title }: DeskView, { text, data, isError }: ToolResult): Markup =>
  isError === true
    ? renderRefusal(text)
    : html`<iframe title="${title}" sandbox="allow-scripts" data-card="/desk/cards/${view}" class="picture"></iframe>
        <script type="application/json" data-answer>
          ${raw(formatScriptJson({ content: [{ type: 'text', text }], structuredContent: data }))}
        </script>
        <details>
          <summary>The same as text</summary>
          <p class="text">${showText(text)}</p>
        </details>`;

/** Formats a value as JSON for a script element, where only the start of a tag has to be escaped. */
const formatScriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
