import { html, raw } from 'hono/html';
import { type Markup, nothing, showText } from '../approvals-page/markup.ts';
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
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${showText(title)} · Waybill desk</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/desk/assets/plan.css" />
        <link rel="stylesheet" href="/desk/assets/page.css" />
        <link rel="stylesheet" href="/desk/assets/desk.css" />
        <script src="/desk/assets/desk.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="banner">
          <nav aria-label="Pages">
            <a class="brand" href="/desk">Desk</a>
            ${deskViews.map(
              ({ path, title }) =>
                html`<a href="/desk/${path}" ${path === currentPath ? html`aria-current="page"` : nothing}
                  >${title}</a
                >`,
            )}
          </nav>
          <span class="who">Read only</span>
        </header>
        <main id="main" tabindex="-1">${body}</main>
      </body>
    </html>`;

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
