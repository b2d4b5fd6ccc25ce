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
  'ui/notifications/tool-cancelled': () => replaceCard([statusLine('–', 'The call was cancelled')]),
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
  node.append(...parts.map((part) => (part instanceof Node ? part : clean(part))));
  return node;
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
  confirm: 'A person has to confirm exactly this.',
  approve: 'A person has to approve exactly this.',
};

const statusWords = {
  approval_required: ['○', 'Waits for a decision'],
  approved: ['✓', 'Approved, not carried out yet'],
  changed: ['○', 'Not done, records changed since the plan: this is the new one'],
  done: ['✓', 'Done'],
  already_done: ['✓', 'Done before, nothing new happened'],
  named: ['!', 'Partly done'],
  declined: ['✕', 'A person said no, nothing was changed'],
  cancelled: ['✕', 'Nobody confirmed it, nothing was changed'],
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

const countText = (count) => `${count} ${count === 1 ? 'point' : 'points'}`;

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

function againstBox(warnings, { items = [] }) {
  const found = items.filter(({ findings }) => findings.length > 0).length;
  if (warnings.length === 0)
    return make(
      'p',
      'clear',
      found === 0 ? 'No rule speaks against it.' : `Lines with something against them: ${found}`,
    );
  const box = section('', make('ul', '', ...warnings.map((warning) => make('li', '', warning))));
  box.className = 'box against';
  box.firstChild.id = 'against';
  box.firstChild.append(sign('!'), ` Speaks against it: ${countText(warnings.length)}`);
  box.setAttribute('aria-labelledby', 'against');
  return box;
}

/** `Terms: Net 15 -> Net 30` with before and after apart; a line that may be read in two ways stays as it is. */
function changeItem(line) {
  const [, label, before, after] = /^([^:«»]+): ((?:(?! -> ).)+) -> ((?:(?! -> ).)+)$/s.exec(line) ?? [];
  if (after === undefined) return make('li', '', line);
  const arrow = make('span', 'arrow', '→');
  arrow.setAttribute('role', 'img');
  arrow.setAttribute('aria-label', 'becomes');
  return make(
    'li',
    '',
    make('span', 'label', label),
    ' ',
    make('span', 'before', before),
    ' ',
    arrow,
    ' ',
    make('strong', 'after', after),
  );
}

function changesSection({ lines }) {
  if (lines.length === 0) return undefined;
  return section('What changes', make('ul', 'changes', ...lines.map(changeItem)));
}

function contextSection({ context }) {
  if (context === undefined) return undefined;
  return listSection(`For comparison, as of ${context.asOf}`, context.lines);
}

function moneyLine(money) {
  if (money.length === 0) return undefined;
  return make('p', 'money', make('span', 'label', 'Money'), ` ${money.map(moneyText).join(' and ')}`);
}

/** The lines of a batch; those with something against them come first. */
function itemsSection({ items = [] }) {
  if (items.length === 0) return undefined;
  const rows = items.toSorted((one, other) => Number(other.findings.length > 0) - Number(one.findings.length > 0));
  return section('Line by line', make('ul', 'lines', ...rows.map((item) => make('li', '', itemRow(item)))));
}

function itemRow({ line, findings, money }) {
  const words = make('span', 'words', make('span', 'line', line));
  for (const finding of findings) words.append(make('span', 'finding', `! ${finding}`));
  const amounts = money.map(moneyText).filter((amount) => !line.includes(amount));
  return make('div', 'take', words, ...(amounts.length > 0 ? [make('span', 'amount', amounts.join(' + '))] : []));
}

const listedMax = 8;

/** A long list is folded: what it holds stands in few words above it already. */
function listSection(title, lines) {
  if (lines.length === 0) return undefined;
  const list = make('ul', '', ...lines.map((line) => make('li', 'text', line)));
  if (lines.length <= listedMax) return section(title, list);
  return make('section', '', make('details', '', make('summary', '', `${title} (${lines.length})`), list));
}

const makeUndo = (undo) => (undo === undefined ? undefined : section('Undo', make('p', 'text', undo)));

function factList(facts) {
  return make(
    'dl',
    'facts',
    ...facts.map(([name, value]) => make('div', '', make('dt', '', name), make('dd', '', value))),
  );
}

const recordLine = ({ kind, friendlyId, name }) => [kind, friendlyId, name].filter(Boolean).join(' · ');

function planParts(plan, warning) {
  const { items, steps } = plan;
  const labels = steps.length > 1 && items === undefined ? steps.map(({ label }) => label) : [];
  return [
    make('h1', '', plan.title),
    plan.gate in gateWords ? make('p', 'gate', gateWords[plan.gate]) : undefined,
    againstBox([...(warning === undefined ? [] : [warning]), ...plan.policyHits], plan),
    moneyLine(plan.money),
    changesSection(plan),
    contextSection(plan),
    itemsSection(plan),
    listSection('Steps', labels),
    listSection('Records', plan.records.map(recordLine)),
    listSection('Who is told, by e-mail', plan.emails),
    listSection('Also happens', plan.sideEffects),
    listSection('Limits of the policy', plan.limits ?? []),
    makeUndo(plan.undo),
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
      ['Ends', timeText(expiresAt)],
      ['Number', id],
    ]),
  ];
  if (status === 'approved') {
    parts.push(make('p', '', 'A person approved it. This card carries nothing out.'));
  } else {
    parts.push(
      make(
        'p',
        '',
        'This card shows the plan as it was asked for. It decides nothing, and does not know what was decided since.',
      ),
    );
    parts.push(...(address === undefined ? [commandLine(how.command)] : openParts(address)));
  }
  return make('div', 'decide', ...parts);
}

const commandLine = (command) => make('p', '', 'A person decides with: ', make('code', '', command));

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
    hint.textContent = isOpen ? '' : 'It was not opened: go to the address yourself.';
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
    listSection('Line by line', results.map(resultLine)),
    makeUndo(undo),
  ];
}

const resultLine = ({ friendlyId, outcome, reason }) =>
  `${friendlyId ?? 'Item'}: ${outcome.replaceAll('_', ' ')}${reason === undefined ? '' : ` (${reason})`}`;

function showResult(result) {
  const { plan, approval } = result.structuredContent ?? {};
  const status = statusWords[statusOf(result)];
  replaceCard([
    ...(status === undefined ? [] : [statusLine(...status)]),
    ...(plan === undefined ? outcomeParts(result) : planParts(plan, approval?.warning)),
    ...(plan === undefined || approval === undefined ? [] : [decideSection(approval)]),
  ]);
}

start().catch(() => replaceCard([statusLine('–', 'The host does not show plans')]));
