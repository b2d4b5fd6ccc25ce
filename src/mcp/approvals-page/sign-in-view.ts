import { html } from 'hono/html';
import { renderProblem } from './layout.ts';
import { type Markup, nothing } from '../page/markup.ts';
import type { PageOptions } from './page-options.ts';

interface SignInViewInput {
  readonly problem?: string | undefined;
  /** Path that the person wanted to open. */
  readonly next: string;
  /** Name to begin with. */
  readonly name: string;
  readonly hasSecret: boolean;
}

export const signInView = (
  { user, commandText }: PageOptions,
  { problem, next, name, hasSecret }: SignInViewInput,
): Markup =>
  html`<h1>Sign in to decide</h1>
    ${renderProblem(problem)}
    ${
      hasSecret
        ? nothing
        : html`<p class="box">
            This desk has no approver's secret yet. In a terminal, where no assistant types,
            <code>${commandText('approvals secret')}</code> makes it and shows it once.
          </p>`
    }
    <form method="post" action="/approvals/link" data-link hidden>
      <input type="hidden" name="link" value="" />
      <input type="hidden" name="next" value="${next}" />
      <p>Signing you in with your link…</p>
    </form>
    <form method="post" action="/approvals/sign-in" class="stack" data-secret>
      <input type="hidden" name="next" value="${next}" />
      <label for="name">Your name</label>
      <input type="text" id="name" name="name" value="${name}" maxlength="100" required autocomplete="name" />
      <p class="hint">It is recorded with your decisions, beside the user of this machine (${user}).</p>
      <label for="secret">The approver's secret</label>
      <input type="password" id="secret" name="secret" required autocomplete="off" spellcheck="false" data-focus />
      <button type="submit" class="yes">Sign in</button>
    </form>
    <p class="hint">Or type in a terminal, where no assistant types: <code>${commandText('approvals open')}</code></p>`;
