import { html } from 'hono/html';
import type { FoundPasskey } from '../tool/memory.ts';
import { formToken } from './layout.ts';
import { type Markup, nothing, shown } from './markup.ts';
import type { PageOptions } from './page-options.ts';
import type { Session } from './sessions.ts';
import { timeMarkup } from './times.ts';

export const passkeysView = (
  { timeZone, commandText }: PageOptions,
  session: Session,
  passkeys: readonly FoundPasskey[],
): Markup =>
  html`<h1>Passkeys</h1>
    <p class="lead">
      ${
        passkeys.length === 0
          ? 'With a passkey, every yes to a plan is signed on a device that asks who you are. Until there is one, the secret is enough.'
          : 'Every yes to a plan is signed with one of these. The secret alone approves nothing.'
      }
    </p>
    ${
      passkeys.length === 0
        ? nothing
        : html`<ul class="rows">
            ${passkeys.map((passkey) => passkeyRow(timeZone, passkey))}
          </ul>`
    }
    <section>
      <h2>Add one</h2>
      <form
        method="post"
        action="/approvals/passkeys"
        class="stack"
        autocomplete="off"
        data-new-passkey="/approvals/passkeys/options"
      >
        ${formToken(session)}
        <label for="name">What to call it</label>
        <input type="text" id="name" name="name" maxlength="60" required placeholder="Laptop of Dana" />
        <label for="secret">The approver's secret</label>
        <input type="password" id="secret" name="secret" required autocomplete="off" spellcheck="false" />
        <button type="submit" class="yes">Add a passkey</button>
        <p class="hint" role="alert" data-hint></p>
        <noscript><p>A passkey needs JavaScript in this browser.</p></noscript>
      </form>
    </section>
    <p class="hint">One is taken away in a terminal: <code>${commandText('approvals passkeys remove')}</code></p>`;

const passkeyRow = (timeZone: string, { name, added_by: by, added_at: at, used_at: used, isGenuine }: FoundPasskey) =>
  html`<li class="plain">
    <span class="title">${shown(name)}</span>
    <span class="facts">
      ${isGenuine ? nothing : html`<strong>! Changed outside of Waybill: signs nothing</strong>`}
      <span>added by ${shown(by)}, ${timeMarkup(at, timeZone)}</span>
      <span>${used === null ? 'never used' : html`last used ${timeMarkup(used, timeZone)}`}</span>
    </span>
  </li>`;
