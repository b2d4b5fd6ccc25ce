/**
 * Version of the protocol between a card and its host: JSON-RPC between two windows, as defined by MCP Apps 2026-01-26.
 * The library of the extension does the same in 649 kB, because it checks every message with schemas.
 */
const protocolVersion = '2026-01-26';

/** The answer of a tool. */
export interface CardAnswer {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly content?: readonly { readonly text?: string }[];
}

interface HostContext {
  readonly theme?: string;
}

interface Welcome {
  readonly hostContext?: HostContext;
  readonly hostCapabilities: { readonly openLinks?: unknown };
}

interface HostMessage {
  readonly jsonrpc?: string;
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Card {
  /** Name for the host's log. */
  readonly name: string;
  readonly show: (answer: CardAnswer) => void;
  readonly cancel: () => void;
}

const requests = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
const post = (message: Omit<HostMessage, 'jsonrpc'>) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

/** Sends a request to the host. Its answer is trusted and not checked further. */
export function ask<Result>(method: string, params: object): Promise<Result> {
  const id = requests.size + 1;
  post({ id, method, params });
  return new Promise((resolve, reject) => {
    // The protocol says what each question is answered with.
    requests.set(id, { resolve: (result) => resolve(result as Result), reject });
  });
}

function settle({ id = 0, result, error }: HostMessage): void {
  const waiting = requests.get(id);
  if (error === undefined) waiting?.resolve(result);
  else waiting?.reject(new Error(error.message));
}

/** Requests that a host may send to any card. A card has nothing to save when it is removed. */
const answeredMethods = ['ping', 'ui/resource-teardown'];

function applyContext({ theme }: HostContext = {}): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
}

/** Connects to the host and shows the results that it sends. Resolves to the host's capabilities. */
export async function connectToHost({ name, show, cancel }: Card): Promise<Welcome['hostCapabilities']> {
  const notices: Readonly<Record<string, (params: unknown) => void>> = {
    // The host checked both against the protocol.
    'ui/notifications/tool-result': (params) => show(params as CardAnswer),
    'ui/notifications/tool-cancelled': cancel,
    'ui/notifications/host-context-changed': (params) => applyContext(params as HostContext),
  };
  window.addEventListener('message', ({ source, data }: MessageEvent<HostMessage | undefined>) => {
    if (source !== window.parent || data?.jsonrpc !== '2.0') return;
    const { id, method, params } = data;
    if (method === undefined) settle(data);
    else if (id === undefined) notices[method]?.(params);
    else if (answeredMethods.includes(method)) post({ id, result: {} });
    else post({ id, error: { code: -32601, message: 'Method not found' } } as HostMessage);
  });
  const { hostContext, hostCapabilities } = await ask<Welcome>('ui/initialize', {
    appInfo: { name, version: '1' },
    appCapabilities: { availableDisplayModes: ['inline'] },
    protocolVersion,
  });
  applyContext(hostContext);
  post({ method: 'ui/notifications/initialized', params: {} });
  new ResizeObserver(tellSize).observe(document.documentElement);
  return hostCapabilities;
}

function tellSize(): void {
  const { width, height } = document.documentElement.getBoundingClientRect();
  post({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
}
