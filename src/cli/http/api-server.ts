import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { uploadLifetimeMs } from '../../domain/freight/document.ts';
import type { Log } from '../../log.ts';
import { ownTurn, type RequestKind, type RequestTurn, type Turn, type Turns } from '../../domain/kit/turns.ts';
import { guardBody } from './guarded-body.ts';

/** Milliseconds for which a response may wait without one byte being read; then its connection is closed. */
export const unreadMaxMs = 30_000;

/** Requests of one connection that may wait behind the one under way; a connection with more is closed. */
export const pipelinedMax = 100;

/** Connection details of a request, for the code that answers it. */
export interface HttpCall {
  readonly callerAddress: string;
  /** Different for each connection of this process. */
  readonly connection: string;
  readonly turn: RequestTurn;
}

export type AnswerHttp = (request: Request, call: HttpCall) => Promise<Response>;

/** The turns of each kind that the requests of a server take. */
export type ServerTurns = Readonly<Record<RequestKind, Turns>>;

export interface ApiServerOptions {
  /** Left out by a server for one person, whose requests take no turns. */
  readonly turns?: ServerTurns;
  readonly unreadMaxMs?: number;
  /** Receives a line for each response that breaks off; left out by a server that streams nothing. */
  readonly log?: Log;
  /** True if the faster Request and Response of the server replace Node's in the whole process. */
  readonly replacesGlobals?: boolean;
}

/**
 * Creates a server that has one request of each connection under way at a time: the next one begins when the response
 * before it is sent. So a caller who reads nothing makes the process do no work and hold no responses beyond one.
 */
export function createApiServer(answer: AnswerHttp, options: ApiServerOptions = {}): Server {
  const unreadMs = options.unreadMaxMs ?? unreadMaxMs;
  const log = options.log ?? (() => {});
  const calls = new WeakMap<ServerResponse, HttpCall>();
  const listen = getRequestListener(
    async (request, { outgoing }) => {
      // The listener passes the response that it was called with below.
      const call = calls.get(outgoing as ServerResponse);
      if (call === undefined) throw new Error('a request came without its connection');
      return guardBody(await answer(request, call), { outgoing, log });
    },
    { overrideGlobalObjects: options.replacesGlobals ?? false },
  );
  const lines = new WeakMap<Socket, Line>();
  // A request may take as long as an upload address lives: Node's own limit would end an upload after five minutes.
  const server = createServer({ requestTimeout: uploadLifetimeMs }, (incoming, outgoing) => {
    const { socket } = incoming;
    const line = lines.get(socket) ?? createLine(socket);
    lines.set(socket, line);
    line.add(() => serveRequest(line, incoming, outgoing));
  });
  return server;

  function serveRequest(line: Line, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    const { turn, endWork, end } = createRequestTurn(outgoing, options.turns);
    calls.set(outgoing, { callerAddress: socket.remoteAddress ?? 'unknown', connection: line.name, turn });
    // Node notices by itself whether anything was read meanwhile; a response that is still being made is waited for.
    outgoing.setTimeout(unreadMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    const closed = new Promise<void>((resolve) => outgoing.once('close', resolve));
    const answered = listen(incoming, outgoing).finally(endWork);
    void closed.then(() => line.next());
    void Promise.allSettled([answered, closed]).then(end);
  }
}

interface Line {
  readonly name: string;
  add(serve: () => void): void;
  next(): void;
}

let connections = 0;

/** Creates the line of requests of one connection, which are answered one after another. */
function createLine(socket: Socket): Line {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  connections += 1;
  return {
    name: `connection ${connections}`,
    add(serve) {
      if (isBusy) waiting.push(serve);
      else serve();
      isBusy = true;
      if (waiting.length > pipelinedMax) socket.destroy();
    },
    next() {
      const serve = socket.destroyed ? undefined : waiting.shift();
      isBusy = serve !== undefined;
      serve?.();
    },
  };
}

interface HeldTurn {
  readonly turn: RequestTurn;
  readonly endWork: () => void;
  readonly end: () => void;
}

/**
 * Creates the turn of a request. It lasts from the moment at which its caller is known until its response is sent or
 * its connection closed.
 */
function createRequestTurn(outgoing: ServerResponse, turns: ServerTurns | undefined): HeldTurn {
  if (turns === undefined) return { turn: ownTurn, endWork() {}, end() {} };
  const closing = new AbortController();
  let turn: Turn | undefined;
  outgoing.once('close', () => closing.abort());
  const end = () => turn?.end();
  return {
    turn: {
      async enter(key, kind = 'work') {
        turn = await turns[kind].take({ key, signal: closing.signal });
      },
      startWork: async () => turn?.startWork(),
      leave: end,
    },
    endWork: () => turn?.endWork(),
    end,
  };
}
