import { html } from 'hono/html';
import { secretOnly } from '../approvals/passkeys.ts';
import type { FoundPasskey } from '../tool/memory.ts';
import { renderFormToken } from './layout.ts';
import { type Markup, nothing, showText } from '../page/markup.ts';
import type { PageOptions } from './page-options.ts';
import type { PageSession } from './session/sessions.ts';
import { renderTime } from './times.ts';

interface PasskeyList {
  /** Those that sign for this person. */
  readonly passkeys: readonly FoundPasskey[];
  /** Number of passkeys that sign for other people or for no one. */
  readonly otherCount: number;
  readonly ownerlessCount: number;
}

export const renderPasskeys = (
  options: PageOptions,
  session: PageSession,
  { passkeys, otherCount, ownerlessCount }: PasskeyList,
): Markup =>
  html`<h1>${options.needsOwner ? 'Your passkeys' : 'Passkeys'}</h1>
    <p class="lead">${describePasskeyUse(options, { passkeys, otherCount })}</p>
    ${
      options.needsOwner && ownerlessCount > 0
        ? html`<p class="box">
            ${ownerlessCount === 1 ? '1 passkey was' : `${ownerlessCount} passkeys were`} added before people signed in
            here. Nobody owns ${ownerlessCount === 1 ? 'it, so it signs' : 'them, so they sign'} nothing: add yours
            again below.
          </p>`
        : nothing
    }
    ${
      passkeys.length === 0
        ? nothing
        : html`<ul class="rows">
            ${passkeys.map((passkey) => renderPasskey(options.timeZone, passkey))}
          </ul>`
    }
    ${options.needsOwner && session.approver.issuer === undefined ? html`<p>${secretOnly}</p>` : addForm(session)}
    <p class="hint">To remove a passkey, run: <code>${options.commandText('approvals passkeys remove')}</code></p>`;

function describePasskeyUse(
  { needsOwner }: PageOptions,
  { passkeys, otherCount }: Omit<PasskeyList, 'ownerlessCount'>,
): string {
  if (passkeys.length > 0)
    return needsOwner
      ? 'You sign every yes to a plan with one of these. They work for you alone.'
      : 'Every yes to a plan is signed with one of these. The secret alone approves nothing.';
  if (otherCount > 0) return 'This desk signs every yes to a plan with a passkey, and you have none here.';
  const untilThen = needsOwner ? 'your sign-in is enough' : 'the secret is enough';
  return `With a passkey, every yes to a plan is signed on a device that asks who you are. Until there is one, ${untilThen}.`;
}

const addForm = (session: PageSession): Markup =>
  html`<section>
    <h2>Add one</h2>
    <form
      method="post"
      action="/approvals/passkeys"
      class="stack"
      autocomplete="off"
      data-new-passkey="/approvals/passkeys/options"
    >
      ${renderFormToken(session)}
      <label for="name">What to call it</label>
      <input type="text" id="name" name="name" maxlength="60" required placeholder="Laptop of Dana" />
      <label for="secret">The approver's secret</label>
      <input type="password" id="secret" name="secret" required autocomplete="off" spellcheck="false" />
      <button type="submit" class="yes">Add a passkey</button>
      <p class="hint" role="alert" data-hint></p>
      <noscript><p>A passkey needs JavaScript in this browser.</p></noscript>
    </form>
  </section>`;

const renderPasskey = (
  timeZone: string,
  { name, added_by: by, added_at: at, used_at: used, isGenuine }: FoundPasskey,
) =>
  html`<li class="plain">
    <span class="title">${showText(name)}</span>
    <span class="facts">
      ${isGenuine ? nothing : html`<strong>! Changed outside of Waybill: signs nothing</strong>`}
      <span>added by ${showText(by)}, ${renderTime(at, timeZone)}</span>
      <span>${used === null ? 'never used' : html`last used ${renderTime(used, timeZone)}`}</span>
    </span>
  </li>`;
