'use strict';

// Starts Swagger UI, and names for screen readers and keyboards what it draws without names. It is a file of its own because
// the page allows no inline script.

/** A link inside the button of each operation cannot be reached: the button alone opens it, and the address follows. */
const withoutLinks = ({ React }) => ({
  wrapComponents: { DeepLink: (DeepLink) => (props) => React.createElement(DeepLink, { ...props, enabled: false }) },
});

/** Attributes of what Swagger UI draws. A heading says its level in the page, whatever element it is. */
const missingAttributes = [
  ['.opblock-tag, .models > h4, .modal-ux-header > h3', { 'aria-level': '2' }],
  ['.opblock-body h4, .auth-container h4', { 'aria-level': '3' }],
  ['.opblock-body h5, .auth-container h5', { 'aria-level': '4' }],
  // Its own main part holds the operations only.
  ['.information-container', { role: 'region', 'aria-label': 'About this API' }],
  ['.scheme-container', { role: 'region', 'aria-label': 'Server and credentials' }],
  ['section.filter', { role: 'search', 'aria-label': 'Operations' }],
  ['section.models', { 'aria-label': 'Schemas' }],
  ['#servers', { 'aria-label': 'Server' }],
  ['.operation-filter-input', { 'aria-label': 'Filter by tag or path' }],
  ['.body-param__text', { 'aria-label': 'Request body' }],
  ['#auth-bearer-value', { 'aria-label': 'Bearer token' }],
  ['.modal-ux', { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Available authorizations' }],
  ['.close-modal', { 'aria-label': 'Close' }],
  // What scrolls by itself is reached by keyboard too.
  ['.microlight, .table-container, .models-scroll', { tabindex: '0' }],
];

function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes))
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** A name begins with the words on the button, so that they can be spoken to press it. */
function nameButton(button) {
  const [text, name] = [button.textContent.trim(), button.getAttribute('aria-label')];
  if (text !== '' && !name.includes(text)) button.setAttribute('aria-label', `${text}: ${name}`);
}

function complete() {
  for (const [selector, attributes] of missingAttributes)
    for (const node of document.querySelectorAll(selector)) setAttributes(node, attributes);
  for (const button of document.querySelectorAll('.btn[aria-label]')) nameButton(button);
}

const darkScheme = window.matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', darkScheme.matches);
darkScheme.addEventListener('change', followScheme);
followScheme();

new MutationObserver(complete).observe(document.querySelector('#reference'), {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['aria-label'],
});

window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayOperationId: true,
  docExpansion: 'list',
  filter: true,
  // What an operation does to money and which gate it needs are extensions.
  showExtensions: true,
  // Otherwise the page sends the document to a validator on the internet.
  validatorUrl: null,
  plugins: [withoutLinks],
});
