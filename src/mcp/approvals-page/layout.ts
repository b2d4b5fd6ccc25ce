import { html } from 'hono/html';
import { renderFrame } from '../page/frame.ts';
import { type Markup, nothing, renderText, showText } from '../page/markup.ts';
import type { PageSession } from './session/sessions.ts';

export interface PageWatch {
  readonly address: string;
  readonly state: string;
  /** True if the page shows the new state by itself, because nothing can be filled in on it. */
  readonly isFollowed?: boolean;
}

interface ApprovalsPageFrame {
  readonly title: string;
  /** Session of the person; undefined before they sign in. */
  readonly session: PageSession | undefined;
  /** Path of the desk page of the same process, if it serves one. */
  readonly deskPath: string | undefined;
  readonly body: Markup;
  /** Address that the page polls, and the state it shows now, so that it can report a change. */
  readonly watch?: PageWatch | undefined;
}

export const renderPage = ({ title, session, deskPath, body, watch }: ApprovalsPageFrame): Markup =>
  renderFrame({
    title,
    product: 'Waybill approvals',
    styles: ['/approvals/assets/plan.css', '/approvals/assets/page.css'],
    scripts: ['/approvals/assets/passkeys.js', '/approvals/assets/page.js'],
    bodyAttributes:
      watch &&
      html`data-watch="${watch.address}" data-state="${watch.state}" ${watch.isFollowed ? html`data-followed` : nothing}`,
    refreshSeconds: watch?.isFollowed === true ? refreshSeconds : undefined,
    banner: session ? renderBanner(session, deskPath) : renderSignedOutBanner(deskPath),
    body,
    foot: changeNotice,
  });

const refreshSeconds = 2;

/** Shown by the script once the page has changed. */
const changeNotice = html`<div class="changed" role="status" data-changed hidden>
  <p>This changed meanwhile.</p>
  <a class="button" href="">Show it as it is now</a>
</div>`;

/** Renders the banner for a person who is not signed in. */
const renderSignedOutBanner = (deskPath: string | undefined): Markup =>
  deskPath === undefined
    ? nothing
    : html`<header class="banner">
        <nav aria-label="Pages">${renderDeskLink(deskPath)}</nav>
      </header>`;

const renderDeskLink = (deskPath: string | undefined): Markup =>
  deskPath === undefined ? nothing : html`<a href="${deskPath}">Desk</a>`;

const renderBanner = (session: PageSession, deskPath: string | undefined): Markup =>
  html`<header class="banner">
    <nav aria-label="Pages">
      ${renderDeskLink(deskPath)}
      <a class="brand" href="/approvals">Approvals</a>
      <a href="/approvals/decided">Decided</a>
      <a href="/approvals/passkeys">Passkeys</a>
    </nav>
    <form method="post" action="/approvals/sign-out">
      ${renderFormToken(session)}
      <span class="who">${formatApprover(session)}</span>
      <button type="submit" class="quiet">Sign out</button>
    </form>
  </header>`;

const formatApprover = ({ approver: { name, user } }: PageSession): string =>
  showText(name === user ? name : `${name} (user ${user})`);

export const renderFormToken = ({ formToken }: PageSession): Markup =>
  html`<input type="hidden" name="token" value="${formToken}" />`;

/** Renders what was not done and why, or nothing if there is no problem. */
export const renderProblem = (problem: string | undefined): Markup =>
  problem === undefined
    ? nothing
    : html`<div class="box problem" role="alert" tabindex="-1" data-focus>
        <h2>Not done</h2>
        <p>${renderText(problem)}</p>
      </div>`;

/** Renders a page that says only what was not done and why. */
export const renderProblemPage = (problem: string): Markup =>
  html`<h1>Not done</h1>
    <p class="box problem" role="alert" tabindex="-1" data-focus>${renderText(problem)}</p>`;
