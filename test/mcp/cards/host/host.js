// A host of MCP Apps as the library of the protocol makes it: the card in a frame of another site, one frame deeper.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** Shows a card with an answer of a tool in place of the one before; resolves once it has both. */
window.showCard = ({ html, csp, context, capabilities, result }) =>
  new Promise((resolve) => {
    // What the card asks of the host: each message it sends, and what the host is asked to do.
    window.heard = [];
    window.opened = [];
    window.called = [];
    window.refusesLinks = false;
    document.querySelector('main').replaceChildren();
    const frame = document.createElement('iframe');
    frame.title = 'Waybill';
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
    frame.src = 'http://sandbox.test/';
    const bridge = new AppBridge(null, { name: 'host', version: '1' }, capabilities, { hostContext: context });
    window.bridge = bridge;
    bridge.onsandboxready = () => {
      void bridge.sendSandboxResourceReady({ html, csp, sandbox: 'allow-scripts' });
    };
    bridge.onsizechange = ({ height }) => {
      frame.style.height = `${height}px`;
    };
    bridge.onopenlink = async ({ url }) => {
      window.opened.push(url);
      return { isError: window.refusesLinks === true };
    };
    bridge.oncalltool = async (params) => {
      window.called.push(params);
      return { content: [] };
    };
    bridge.oninitialized = () => {
      resolve(bridge.sendToolInput({ arguments: {} }).then(() => bridge.sendToolResult(result)));
    };
    document.querySelector('main').append(frame);
    const inside = frame.contentWindow;
    window.addEventListener('message', ({ source, data }) => {
      if (source === inside) window.heard.push(data);
    });
    void bridge.connect(new PostMessageTransport(inside, inside));
  });
