'use strict';

// The host of the picture on this page, as MCP Apps 2026-01-26 has it: it hands over the answer that stands on the page,
// and makes the frame as high as the picture. The picture may ask for nothing else.

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

if (frame !== null && answer !== null) {
  window.addEventListener('message', hear);
  // Only now: what the picture says first is heard.
  frame.src = frame.dataset.card;
}
