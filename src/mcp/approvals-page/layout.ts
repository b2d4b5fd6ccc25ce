import { html } from 'hono/html';
import { type Markup, nothing, shown } from './markup.ts';
import type { Session } from './sessions.ts';

interface Frame {
  readonly title: string;
  /** Undefined for who is not signed in. */
  readonly session: Session | undefined;
  readonly body: Markup;
  /** What the page asks for by itself, to say when something has changed. */
  readonly watch?: { readonly address: string; readonly state: string } | undefined;
}

export const pageOf = ({ title, session, body, watch }: Frame): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${shown(title)} · Waybill approvals</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/approvals/assets/plan.css" />
        <link rel="stylesheet" href="/approvals/assets/page.css" />
        <script src="/approvals/assets/passkeys.js" defer></script>
        <script src="/approvals/assets/page.js" defer></script>
      </head>
      <body ${watch ? html`data-watch="${watch.address}" data-state="${watch.state}"` : nothing}>
        <a class="skip" href="#main">Skip to the content</a>
        ${session ? banner(session) : nothing}
        <main id="main" tabindex="-1">${body}</main>
        <div class="changed" role="status" data-changed hidden>
          <p>This changed meanwhile.</p>
          <a class="button" href="">Show it as it is now</a>
        </div>
      </body>
    </html>`;

const banner = (session: Session): Markup =>
  html`<header class="banner">
    <nav aria-label="Pages">
      <a class="brand" href="/approvals">Approvals</a>
      <a href="/approvals/decided">Decided</a>
      <a href="/approvals/passkeys">Passkeys</a>
    </nav>
    <form method="post" action="/approvals/sign-out">
      ${formToken(session)}
      <span class="who">${whoText(session)}</span>
      <button type="submit" class="quiet">Sign out</button>
    </form>
  </header>`;

const whoText = ({ approver: { name, user } }: Session): string =>
  shown(name === user ? name : `${name} (user ${user})`);

export const formToken = ({ formToken }: Session): Markup =>
  html`<input type="hidden" name="token" value="${formToken}" />`;

/** Something that was not done, and why. */
export const problemBox = (problem: string | undefined): Markup =>
  problem === undefined
    ? nothing
    : html`<div class="box problem" role="alert" tabindex="-1" data-focus>
        <h2>Not done</h2>
        <p>${shown(problem)}</p>
      </div>`;

/** A page of its own for it. */
export const problemPage = (problem: string): Markup =>
  html`<h1>Not done</h1>
    <p class="box problem" role="alert" tabindex="-1" data-focus>${shown(problem)}</p>`;
