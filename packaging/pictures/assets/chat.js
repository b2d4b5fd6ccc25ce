// Draws a chat: sentences of a person, calls of tools, and cards in frames, hosted by the library of MCP Apps.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const talk = document.querySelector('.talk');

function make(name, className, ...parts) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...parts);
  return node;
}

const draw = {
  person: ({ text }) => make('p', 'person', text),
  event: ({ text }) => make('p', 'event', text),
  assistant: ({ text }) => make('p', 'assistant', text),
  tool: ({ name, words }) => make('p', 'tool', make('code', '', name), words === '' ? '' : ` ${words}`),
  sections: ({ sections }) =>
    make(
      'div',
      'assistant',
      ...sections.flatMap(({ title, lines }) => [
        make('h2', '', title),
        make('ul', '', ...lines.map((line) => make('li', '', line))),
      ]),
    ),
};

/** Resolves once the card has drawn the answer and said how high it is. */
function addCard({ html, result }, context) {
  const frame = document.createElement('iframe');
  frame.title = 'Card of a tool';
  frame.setAttribute('sandbox', 'allow-scripts');
  talk.append(frame);
  const bridge = new AppBridge(null, { name: 'pictures', version: '1' }, { openLinks: {} }, { hostContext: context });
  return new Promise((resolve) => {
    let isHanded = false;
    bridge.onsizechange = ({ height }) => {
      frame.style.height = `${height + 2}px`;
      if (isHanded) resolve();
    };
    const hand = async () => {
      await bridge.sendToolInput({ arguments: {} });
      isHanded = true;
      await bridge.sendToolResult(result);
    };
    bridge.oninitialized = () => void hand();
    void bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
    frame.srcdoc = html;
  });
}

window.showChat = async (parts, context) => {
  for (const part of parts)
    if (part.kind === 'card') await addCard(part, context);
    else talk.append(draw[part.kind](part));
};
