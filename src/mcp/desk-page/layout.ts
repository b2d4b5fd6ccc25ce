import { html, raw } from 'hono/html';
import { type Markup, nothing, showText } from '../approvals-page/markup.ts';
import type { ToolResult } from '../results/result.ts';
import type { Sight } from './sights.ts';

interface Frame {
  readonly title: string;
  readonly sights: readonly Sight[];
  /** Path of the page that is shown. */
  readonly here?: string | undefined;
  readonly body: Markup;
}

export const pageOf = ({ title, sights, here, body }: Frame): Markup =>
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
            ${sights.map(
              ({ path, title }) =>
                html`<a href="/desk/${path}" ${path === here ? html`aria-current="page"` : nothing}>${title}</a>`,
            )}
          </nav>
          <span class="who">Read only</span>
        </header>
        <main id="main" tabindex="-1">${body}</main>
      </body>
    </html>`;

/** Something that is not shown, and why. */
export const refusal = (problem: string): Markup =>
  html`<div class="box problem" role="alert">
    <h2>Not shown</h2>
    <p class="text">${showText(problem)}</p>
  </div>`;

/** A page of its own for it. */
export const problemPage = (problem: string): Markup =>
  html`<h1>Not shown</h1>
    <p class="box problem text" role="alert">${showText(problem)}</p>`;

export const overview = (sights: readonly Sight[]): Markup =>
  html`<h1>Desk</h1>
    <ul class="rows">
      ${sights.map(
        ({ path, title, about }) =>
          html`<li>
            <a href="/desk/${path}"><span class="title">${title}</span><span class="about">${about}</span></a>
          </li>`,
      )}
    </ul>`;

interface Looking {
  readonly sight: Sight;
  /** What was typed, by the name of the argument. */
  readonly typed: Readonly<Record<string, string>>;
  readonly result: ToolResult | undefined;
  /** Where the next rows are. */
  readonly next: string | undefined;
}

export const sightPage = ({ sight, typed, result, next }: Looking): Markup =>
  html`<h1>${sight.title}</h1>
    <p class="lead">${sight.about}</p>
    ${sight.asked === undefined ? nothing : askForm(sight, typed)}
    ${result === undefined ? nothing : answerOf(sight, result)}
    ${next === undefined ? nothing : html`<p><a class="button" href="${next}">Next rows</a></p>`}`;

const askForm = ({ path, asked = [] }: Sight, typed: Looking['typed']): Markup =>
  html`<form method="get" action="/desk/${path}" role="search" class="search">
    ${asked.map(
      ({ name, label }) =>
        html`<label for="${name}">${label}</label>
          <input
            type="search"
            id="${name}"
            name="${name}"
            value="${typed[name] ?? ''}"
            maxlength="200"
            required
            autocomplete="off"
          />`,
    )}
    <p><button type="submit" class="yes">Show</button></p>
  </form>`;

/** The picture in a frame without any right, and the text, complete. */
const answerOf = ({ view, title }: Sight, { text, data, isError }: ToolResult): Markup =>
  isError === true
    ? refusal(text)
    : html`<iframe title="${title}" sandbox="allow-scripts" data-card="/desk/cards/${view}" class="picture"></iframe>
        <script type="application/json" data-answer>
          ${raw(jsonInMarkup({ content: [{ type: 'text', text }], structuredContent: data }))}
        </script>
        <details>
          <summary>The same as text</summary>
          <p class="text">${showText(text)}</p>
        </details>`;

/** In a script element only what begins a tag has to be written otherwise. */
const jsonInMarkup = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
