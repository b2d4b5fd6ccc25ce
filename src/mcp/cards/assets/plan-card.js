'use strict';

// Shows a plan in the frame of a host. It asks the host for one thing, to open the approvals page; it decides nothing.
// The messages are those of MCP Apps 2026-01-26, JSON-RPC between this window and the one around it.

const protocolVersion = '2026-01-26';
const card = document.querySelector('[data-card]');

/* Talking to the host */

const asked = new Map();
let lastId = 0;
let canOpen = false;

const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

function ask(method, params) {
  lastId += 1;
  const id = lastId;
  post({ id, method, params });
  return new Promise((resolve, reject) => asked.set(id, { resolve, reject }));
}

function settle({ id, result, error }) {
  const { resolve, reject } = asked.get(id) ?? {};
  asked.delete(id);
  if (error === undefined) resolve?.(result);
  else reject?.(new Error(error.message));
}

const notices = {
  'ui/notifications/tool-result': showResult,
  'ui/notifications/tool-cancelled': () => replaceCard([statusLine('–', 'The call was canceled.')]),
  'ui/notifications/host-context-changed': applyContext,
};

/** What a host may ask of any card; there is nothing to keep when it is taken away. */
const answered = ['ping', 'ui/resource-teardown'];

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return;
  if (data.method === undefined) settle(data);
  else if (data.id === undefined) notices[data.method]?.(data.params);
  else if (answered.includes(data.method)) post({ id: data.id, result: {} });
  else post({ id: data.id, error: { code: -32601, message: 'Method not found' } });
});

let timeZone;

function applyContext({ theme, timeZone: zone } = {}) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  timeZone = zone ?? timeZone;
}

async function start() {
  const { hostContext, hostCapabilities } = await ask('ui/initialize', {
    appInfo: { name: 'waybill plan', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline'] },
    protocolVersion,
  });
  applyContext(hostContext);
  canOpen = hostCapabilities.openLinks !== undefined;
  post({ method: 'ui/notifications/initialized', params: {} });
  new ResizeObserver(tellSize).observe(document.documentElement);
}

function tellSize() {
  const { width, height } = document.documentElement.getBoundingClientRect();
  post({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
}

/* Making elements: text is only ever text */

const invisible = new RegExp(document.documentElement.dataset.invisible, 'gu');
const clean = (text) => String(text).toWellFormed().replace(invisible, '');

function make(name, className, ...parts) {
  const node = document.createElement(name);
  if (className !== '') node.className = className;
  node.append(...parts.flatMap((part) => (part instanceof Node ? [part] : textNodes(clean(part)))));
  return node;
}

/** Record text, which « and » mark for models, is marked by its looks. */
function textNodes(text) {
  return text.split(/(«[^«»]*»)/).map((part) => {
    if (!part.startsWith('«') || !part.endsWith('»')) return part;
    const node = document.createElement('span');
    node.className = 'record';
    node.textContent = part.slice(1, -1);
    return node;
  });
}

const replaceCard = (parts) => card.replaceChildren(...parts.filter((part) => part !== undefined));

function sign(text) {
  const node = make('span', '', text);
  node.setAttribute('aria-hidden', 'true');
  return node;
}

const statusLine = (mark, text) => make('p', 'status', sign(mark), ` ${text}`);

function section(title, ...parts) {
  return make('section', '', make('h2', '', title), ...parts);
}

/* Words and amounts, as on the approvals page */

const gateWords = {
  confirm: 'Needs your confirmation.',
  approve: 'Needs approval.',
};

const statusWords = {
  approval_required: ['○', 'Pending'],
  approved: ['✓', 'Approved. Ask your assistant to continue.'],
  changed: ['○', 'Not done: records changed. This is the new plan.'],
  done: ['✓', 'Done'],
  already_done: ['✓', 'Done before. Nothing new happened.'],
  named: ['!', 'Partly done'],
  declined: ['✕', 'Declined. Nothing was changed.'],
  cancelled: ['✕', 'Not confirmed. Nothing was changed.'],
  failed: ['✕', 'Not done'],
};

/** Cents are left out where the currency has none and the amount is whole, as in the lines of the plan. */
function countDigits(amount, currency) {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
    return maximumFractionDigits === 0 && Number.isInteger(amount) ? 0 : 2;
  } catch {
    // No code of three letters.
    return 2;
  }
}

function moneyText({ amount, currency }) {
  const digits = countDigits(amount, currency);
  const size = Math.abs(amount).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${amount < 0 ? '-' : ''}${currency === 'USD' ? '$' : `${currency} `}${size}`;
}

const countText = (count) => `${count} ${count === 1 ? 'warning' : 'warnings'}`;

function timeText(at) {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(Date.parse(at));
}

/* The parts of a plan */

/** True for a warning that stands with its lines: a long batch is shown in part, and its other warnings stand above. */
const isShownWithLines = ({ lines }, shownLines) =>
  lines !== undefined && lines.every((key) => shownLines.some((line) => line.key === key));

/** Warnings about the whole plan; those about lines stand with their lines. */
function warningsBox(warning, { warnings, lines: shownLines = [] }) {
  const texts = [
    ...(warning === undefined ? [] : [warning]),
    ...warnings
      .filter((one) => !isShownWithLines(one, shownLines))
      .map(({ text, lines }) => (lines === undefined ? text : `${lines.join(', ')}: ${text}`)),
  ];
  if (texts.length === 0) return warnings.length === 0 ? make('p', 'clear', 'No warnings.') : undefined;
  const box = section('', make('ul', '', ...texts.map((text) => make('li', '', text))));
  box.className = 'box against';
  box.firstChild.id = 'against';
  box.firstChild.append(sign('!'), ` ${countText(texts.length)}`);
  box.setAttribute('aria-labelledby', 'against');
  return box;
}

function changesSection({ changes }) {
  if (changes.length === 0) return undefined;
  const head = make(
    'tr',
    '',
    make('th', '', make('span', 'unseen', 'Value')),
    make('th', '', 'Before'),
    make('th', '', 'After'),
  );
  const rows = changes.map(({ label, before, after }) => {
    const name = make('th', '', label);
    name.scope = 'row';
    return make('tr', '', name, cell('before', 'Before', before ?? 'none'), cell('after', 'After', after));
  });
  return section('What changes', make('table', 'grid changes', make('thead', '', head), make('tbody', '', ...rows)));
}

function cell(className, label, text) {
  const node = make('td', className, text);
  node.dataset.label = label;
  return node;
}

function contextSection({ context }) {
  if (context === undefined) return undefined;
  return listSection(`For comparison, as of ${context.asOf}`, context.lines);
}

function moneyLine(money) {
  if (money.length === 0) return undefined;
  return make('p', 'money', make('span', 'label', 'Amount'), ` ${money.map(moneyText).join(' and ')}`);
}

/** The lines of a batch, those with a warning first. */
function linesSection({ lines = [], warnings }) {
  if (lines.length === 0) return undefined;
  const findWarnings = ({ key }) => warnings.filter((warning) => warning.lines?.includes(key)).map(({ text }) => text);
  const rows = lines.map((line) => ({ line, texts: findWarnings(line) }));
  const sorted = rows.toSorted((one, other) => Number(other.texts.length > 0) - Number(one.texts.length > 0));
  const head = make('tr', '', make('th', '', 'Number'), make('th', '', 'Details'), make('th', 'amount', 'Amount'));
  return section(
    `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`,
    make('table', 'grid lines', make('thead', '', head), ...sorted.map(lineRows)),
  );
}

function lineRows({ line, texts }) {
  const { number, party, paidTo, freight, details, date, verdict, money } = line;
  const payee = paidTo === undefined ? party : `${party}, paid to ${paidTo}`;
  const words = [payee, freight, details, date, verdict].filter((text) => text).join(' · ');
  const detailCell = cell('', 'Details', words);
  for (const text of texts) detailCell.append(make('span', 'finding', `! ${text}`));
  const row = make(
    'tr',
    '',
    cell('', 'Number', number),
    detailCell,
    cell('amount', 'Amount', money.map(moneyText).join(' + ')),
  );
  return make('tbody', texts.length > 0 ? 'warned' : '', row);
}

const listedMax = 8;

/** A long list is folded: what it holds stands in few words above it already. */
function listSection(title, lines) {
  if (lines.length === 0) return undefined;
  const list = make('ul', '', ...lines.map((line) => make('li', 'text', line)));
  if (lines.length <= listedMax) return section(title, list);
  return make('section', '', make('details', '', make('summary', '', `${title} (${lines.length})`), list));
}

/** Never folded: it may decide. */
const detailsSection = ({ details }) =>
  details.length === 0
    ? undefined
    : section('Details', make('ul', '', ...details.map((line) => make('li', 'text', line))));

const undoSection = (undo) => (undo === undefined ? undefined : section('Undo', make('p', 'text', undo)));

function factList(facts) {
  return make(
    'dl',
    'facts',
    ...facts.map(([name, value]) => make('div', '', make('dt', '', name), make('dd', '', value))),
  );
}

const recordLine = ({ kind, friendlyId, name }) => [kind, friendlyId, name].filter(Boolean).join(' · ');

function planParts(plan, warning) {
  const { lines, steps } = plan;
  const labels = steps.length > 1 && lines === undefined ? steps.map(({ label }) => label) : [];
  return [
    plan.desk === undefined ? undefined : make('p', 'desk', plan.desk),
    make('h1', '', plan.title),
    plan.gate in gateWords ? make('p', 'gate', gateWords[plan.gate]) : undefined,
    plan.reason === undefined ? undefined : make('p', '', `Why approval: ${plan.reason}`),
    moneyLine(plan.money),
    warningsBox(warning, plan),
    linesSection(plan),
    changesSection(plan),
    detailsSection(plan),
    listSection('E-mail goes to', plan.recipients),
    listSection('Also happens', plan.sideEffects),
    listSection('Limits of the policy', plan.limits ?? []),
    undoSection(plan.undo),
    contextSection(plan),
    listSection('Records', plan.records.map(recordLine)),
    listSection('Steps', labels),
  ];
}

/* Where a person decides */

/** The page of exactly this approval on this machine; any other address is none. */
function pageAddress({ id, how: { url } }) {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, hostname, pathname, search, hash, username, password, href } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) && /^https?:$/.test(protocol);
  const isBare = [search, hash, username, password].every((part) => part === '');
  return isHere && isBare && pathname === `/approvals/${id}` ? href : undefined;
}

function decideSection(approval) {
  const address = pageAddress(approval);
  const { id, status, expiresAt, how } = approval;
  const parts = [
    factList([
      ['Expires', timeText(expiresAt)],
      ['Number', id],
    ]),
  ];
  if (status === 'approved') {
    parts.push(make('p', '', 'Approved. This card carries nothing out.'));
  } else {
    parts.push(make('p', '', 'This card shows the plan as it was requested. Decide on the approvals page.'));
    parts.push(...(address === undefined ? [commandLine(how.command)] : openParts(address)));
  }
  return make('div', 'decide', ...parts);
}

const commandLine = (command) => make('p', '', 'To decide, run: ', make('code', '', command));

function openParts(address) {
  const said = make('p', 'address', 'Approve or deny on: ', make('code', '', address));
  if (!canOpen) return [said];
  const button = make('button', 'yes', 'Open the approvals page');
  button.type = 'button';
  const hint = make('p', 'hint', '');
  hint.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    const isOpen = await ask('ui/open-link', { url: address }).then(
      ({ isError }) => isError !== true,
      () => false,
    );
    hint.textContent = isOpen ? '' : 'The page did not open. Go to the address yourself.';
  });
  return [button, said, hint];
}

/* The answer of a tool */

function statusOf({ isError, structuredContent: { status, approval } = {} }) {
  if (isError) return 'failed';
  return status === 'approval_required' && approval?.status === 'approved' ? 'approved' : status;
}

/** What came of it, where there is no plan to be decided about. */
function outcomeParts({ structuredContent = {}, content = [] }) {
  const { atStake, summary, error, results = [], undo } = structuredContent;
  const stake = atStake ?? error?.atStake;
  // The status says it already; the rest of the sentence is for the model.
  const isSaid = atStake !== undefined;
  const said = error?.message ?? summary ?? content.map(({ text }) => text ?? '').join('\n');
  return [
    ...(stake === undefined ? [] : [make('h1', '', stake.title), moneyLine(stake.money)]),
    isSaid ? undefined : make('p', 'text', said),
    listSection('Results', results.map(resultLine)),
    undoSection(undo),
  ];
}

const resultLine = ({ friendlyId, outcome, reason }) =>
  `${friendlyId ?? 'Item'}: ${outcome.replaceAll('_', ' ').toLowerCase()}${reason === undefined ? '' : ` (${reason})`}`;

function showResult(result) {
  const { plan, approval } = result.structuredContent ?? {};
  const status = statusWords[statusOf(result)];
  replaceCard([
    ...(status === undefined ? [] : [statusLine(...status)]),
    ...(plan === undefined ? outcomeParts(result) : planParts(plan, approval?.warning)),
    ...(plan === undefined || approval === undefined ? [] : [decideSection(approval)]),
  ]);
}

start().catch(() => replaceCard([statusLine('–', 'This host does not show plans.')]));
