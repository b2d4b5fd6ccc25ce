/**
 * What a card and the host around it say to each other: JSON-RPC between two windows, as MCP Apps 2026-01-26 has it. The
 * library of the extension does the same in 649 kB, because it checks every message with schemas.
 */
const protocolVersion = '2026-01-26';

/** The answer of a tool. */
export interface Answer {
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

interface Message {
  readonly jsonrpc?: string;
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Card {
  /** What the host may call it in its log. */
  readonly name: string;
  readonly show: (answer: Answer) => void;
  readonly cancel: () => void;
}

const asked = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
const post = (message: Omit<Message, 'jsonrpc'>) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

/** Asks the host; what it answers is the host's word and not checked further. */
export function ask<Result>(method: string, params: object): Promise<Result> {
  const id = asked.size + 1;
  post({ id, method, params });
  return new Promise((resolve, reject) => {
    // The protocol says what each question is answered with.
    asked.set(id, { resolve: (result) => resolve(result as Result), reject });
  });
}

function settle({ id = 0, result, error }: Message): void {
  const waiting = asked.get(id);
  if (error === undefined) waiting?.resolve(result);
  else waiting?.reject(new Error(error.message));
}

/** What a host may ask of any card; there is nothing to keep when it is taken away. */
const answered = ['ping', 'ui/resource-teardown'];

function applyContext({ theme }: HostContext = {}): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
}

/** Greets the host and shows what it hands over; resolves to what the host can do. */
export async function meetHost({ name, show, cancel }: Card): Promise<Welcome['hostCapabilities']> {
  const notices: Readonly<Record<string, (params: unknown) => void>> = {
    // The host checked both against the protocol.
    'ui/notifications/tool-result': (params) => show(params as Answer),
    'ui/notifications/tool-cancelled': cancel,
    'ui/notifications/host-context-changed': (params) => applyContext(params as HostContext),
  };
  window.addEventListener('message', ({ source, data }: MessageEvent<Message | undefined>) => {
    if (source !== window.parent || data?.jsonrpc !== '2.0') return;
    const { id, method, params } = data;
    if (method === undefined) settle(data);
    else if (id === undefined) notices[method]?.(params);
    else if (answered.includes(method)) post({ id, result: {} });
    else post({ id, error: { code: -32601, message: 'Method not found' } } as Message);
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
