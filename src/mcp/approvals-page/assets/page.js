'use strict';

// What the page does without it: everything but passkeys, signing in with a link, and saying that something has changed.

const watchEveryMs = 3000;
const followEveryMs = 1000;

/** Sends fields as a form would; what the answer refuses is thrown as its sentence. */
async function send(address, fields) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body;
}

function say(form, text, isBad) {
  const hint = form.querySelector('[data-hint]');
  hint.textContent = text;
  hint.classList.toggle('bad', isBad);
}

/** While a passkey is asked, nothing is sent twice; what goes wrong is said below the button. */
async function withPasskey(form, work) {
  const buttons = [...form.querySelectorAll('button:not([hidden])')];
  for (const button of buttons) button.disabled = true;
  say(form, 'Answer the question of your device.', false);
  try {
    await work();
    return true;
  } catch (error) {
    const wasClosed = error.name === 'NotAllowedError';
    say(form, wasClosed ? 'The passkey was not used. Nothing was decided.' : error.message, true);
    return false;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

/** A yes is signed with a passkey and sent then, as if the button had been pressed only now. */
function signDecisions(form) {
  form.addEventListener('submit', async (event) => {
    const signature = form.elements.namedItem('signature');
    if (event.submitter?.value !== 'approve' || signature.value !== '') return;
    event.preventDefault();
    const { submitter } = event;
    const isSigned = await withPasskey(form, async () => {
      const optionsJSON = await send(form.dataset.passkey, new FormData(form));
      const signed = await SimpleWebAuthnBrowser.startAuthentication({ optionsJSON });
      signature.value = JSON.stringify(signed);
    });
    if (isSigned) form.requestSubmit(submitter);
  });
}

function addPasskeys(form) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const isAdded = await withPasskey(form, async () => {
      const fields = new FormData(form);
      const optionsJSON = await send(form.dataset.newPasskey, fields);
      fields.delete('secret');
      const made = await SimpleWebAuthnBrowser.startRegistration({ optionsJSON });
      fields.set('signature', JSON.stringify(made));
      await send(form.action, fields);
    });
    if (isAdded) location.reload();
  });
}

/** The secret of a link stands behind its #, so that no server's log and no later page gets to know it. */
function followLink(form) {
  const { hash } = location;
  if (!hash.startsWith('#link=')) return;
  history.replaceState(null, '', location.pathname);
  form.elements.namedItem('link').value = hash.slice('#link='.length);
  form.hidden = false;
  document.querySelector('[data-secret]').hidden = true;
  form.requestSubmit();
}

/** Cents are left out where the currency has none and the amount is whole, as in the lines. */
function countDigits(currency, cents) {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
    return maximumFractionDigits === 0 && cents % 100 === 0 ? 0 : 2;
  } catch {
    // No code of three letters.
    return 2;
  }
}

/** Formats an amount as the lines do: "$1,200.00", "CAD 1,200.00". */
function formatSum([currency, cents]) {
  const digits = countDigits(currency, cents);
  const size = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${currency === 'USD' ? '$' : `${currency} `}${size}`;
}

/** Shows what the ticked lines come to, on the button that approves them too, and buttons that tick many. */
function sumLines(section) {
  const boxes = [...section.querySelectorAll('input[name=take]')];
  const approve = document.querySelector('button[value=approve]');
  const label = approve?.textContent.trim();
  const show = () => {
    const taken = boxes.filter(({ checked }) => checked);
    const cents = new Map();
    for (const { currency, amount } of taken.flatMap(({ dataset }) => JSON.parse(dataset.money)))
      cents.set(currency, (cents.get(currency) ?? 0) + Math.round(amount * 100));
    const sums = [...cents].sort(([one], [other]) => (one < other ? -1 : 1)).map(formatSum);
    const lines = `${taken.length} of ${boxes.length} lines`;
    const text = sums.length === 0 ? lines : `${lines}, ${sums.join(' and ')}`;
    section.querySelector('[data-sum]').textContent = `Selected: ${text}`;
    if (approve !== null) approve.textContent = `${label}: ${text}`;
  };
  const tick = { all: () => true, none: () => false, clear: ({ dataset }) => dataset.finding === undefined };
  const buttons = section.querySelector('[data-tick-all]');
  buttons.hidden = false;
  buttons.addEventListener('click', ({ target }) => {
    const isTicked = tick[target.value];
    if (isTicked === undefined) return;
    for (const box of boxes) box.checked = isTicked(box);
    show();
  });
  section.addEventListener('change', show);
  show();
}

/** What is there now, in the word that the page was made with; undefined while the server does not answer. */
async function stateAt(address) {
  try {
    const answer = await fetch(address, { headers: { accept: 'application/json' } });
    return (await answer.json()).state ?? 'signed out';
  } catch {
    return undefined;
  }
}

/** Says when this is no longer how things are; ticks and words that were typed stay. A page that is followed loads again. */
async function watch({ watch: address, state, followed }) {
  const isFollowed = followed !== undefined;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, isFollowed ? followEveryMs : watchEveryMs));
    const now = document.hidden ? undefined : await stateAt(address);
    if (now === undefined || now === state) continue;
    if (isFollowed) {
      location.reload();
      return;
    }
    document.querySelector('[data-changed]').hidden = false;
    return;
  }
}

for (const form of document.querySelectorAll('[data-passkey]')) signDecisions(form);
for (const form of document.querySelectorAll('[data-new-passkey]')) addPasskeys(form);
for (const form of document.querySelectorAll('[data-link]')) {
  followLink(form);
  // A link that is opened in a tab where this form stands already changes only what is behind the #.
  window.addEventListener('hashchange', () => followLink(form));
}
for (const section of document.querySelectorAll('[data-lines]')) sumLines(section);
if (document.body.dataset.watch) void watch(document.body.dataset);
document.querySelector('[data-focus]')?.focus();
