'use strict';

// The host of the chart on this page, as MCP Apps 2026-01-26 has it: it hands over the answer that is on the page, and makes
// the frame as high as the chart. The chart may ask for nothing else. Without this script the page has its tables.

const fold = document.querySelector('[data-chart]');
const frame = document.querySelector('iframe[data-card]');
const answer = document.querySelector('script[data-answer]');

const tell = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');

const welcome = {
  protocolVersion: '2026-01-26',
  hostInfo: { name: 'waybill desk', version: '1' },
  hostCapabilities: {},
  hostContext: {},
};

const requests = { 'ui/initialize': () => welcome, ping: () => ({}) };

const notices = {
  'ui/notifications/initialized': () =>
    tell({ method: 'ui/notifications/tool-result', params: JSON.parse(answer.textContent) }),
  'ui/notifications/size-changed': ({ height }) => {
    if (Number.isFinite(height)) frame.height = Math.ceil(Math.min(Math.max(height, 40), 100_000));
  },
};

function hear({ source, data }) {
  if (source !== frame.contentWindow || data?.jsonrpc !== '2.0') return;
  const { id, method, params } = data;
  if (id === undefined) notices[method]?.(params);
  else if (Object.hasOwn(requests, method)) tell({ id, result: requests[method]() });
  else tell({ id, error: { code: -32601, message: 'Method not found' } });
}

if (fold !== null && frame !== null && answer !== null) {
  window.addEventListener('message', hear);
  fold.hidden = false;
  fold.addEventListener('toggle', () => {
    // Only now: the chart is measured in a frame that is seen, and its first words are heard.
    if (fold.open && !frame.hasAttribute('src')) frame.src = frame.dataset.card;
  });
}
