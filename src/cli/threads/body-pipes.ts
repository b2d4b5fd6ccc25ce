/** Messages about a body that crosses to another thread in pieces; each piece is sent when it is requested. */
export type BodyMessage =
  | { readonly kind: 'pull'; readonly id: number }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'piece'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'broken'; readonly id: number; readonly reason: string };

export type PostBodyMessage = (message: BodyMessage, transferred: ArrayBuffer[]) => void;

/** The bodies that one thread sends to another and receives from it. Ids are those of their requests. */
export interface BodyPipes {
  /** Sends a body as the other thread reads it. */
  readonly send: (id: number, body: ReadableStream<Uint8Array>) => void;
  /** Stops reading a body that is being sent, and leaves the rest to its source. */
  readonly letGo: (id: number) => void;
  /** Returns a body that the other thread sends. */
  readonly receive: (id: number) => ReadableStream<Uint8Array>;
  /** Ends a body that is being received with an error, unless it has ended. */
  readonly breakOff: (id: number, error: Error) => void;
  /** Ends all bodies, because the other thread is gone. */
  readonly breakAll: (error: Error) => void;
  readonly handle: (message: BodyMessage) => void;
}

export function createBodyPipes(post: PostBodyMessage): BodyPipes {
  const sender = createSender(post);
  const receiver = createReceiver(post);
  return {
    send: sender.send,
    letGo: sender.letGo,
    receive: receiver.receive,
    breakOff: receiver.breakOff,
    breakAll(error) {
      sender.cancelAll(error);
      receiver.breakAll(error);
    },
    handle(message) {
      if (message.kind === 'pull') void sender.sendPiece(message.id);
      else if (message.kind === 'cancel') sender.cancel(message.id);
      else if (message.kind === 'piece') receiver.takePiece(message.id, message.bytes);
      else if (message.kind === 'end') receiver.end(message.id);
      else receiver.breakOff(message.id, new Error(message.reason));
    },
  };
}

function createSender(post: PostBodyMessage) {
  const readers = new Map<number, ReadableStreamDefaultReader<Uint8Array>>();

  function cancel(id: number, reason?: Error): void {
    const reader = readers.get(id);
    readers.delete(id);
    // A body that has failed says so again.
    reader?.cancel(reason).catch(() => {});
  }

  return {
    send: (id: number, body: ReadableStream<Uint8Array>) => void readers.set(id, body.getReader()),
    letGo: (id: number) => {
      readers.get(id)?.releaseLock();
      readers.delete(id);
    },
    cancel,
    cancelAll(reason: Error): void {
      for (const id of readers.keys()) cancel(id, reason);
    },
    async sendPiece(id: number): Promise<void> {
      try {
        const { value } = (await readers.get(id)?.read()) ?? {};
        if (value === undefined) {
          readers.delete(id);
          return post({ kind: 'end', id }, []);
        }
        // A copy: whoever made the piece may keep its memory.
        const bytes = new Uint8Array(value);
        post({ kind: 'piece', id, bytes }, [bytes.buffer]);
      } catch (error) {
        readers.delete(id);
        post({ kind: 'broken', id, reason: error instanceof Error ? error.message : String(error) }, []);
      }
    },
  };
}

interface ReceivedBody {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Ends the wait for a piece. */
  resolve: () => void;
}

function createReceiver(post: PostBodyMessage) {
  const bodies = new Map<number, ReceivedBody>();

  function finish(id: number, end: (controller: ReceivedBody['controller']) => void): void {
    const body = bodies.get(id);
    bodies.delete(id);
    if (body === undefined) return;
    end(body.controller);
    body.resolve();
  }

  const failBody = (id: number, error: Error) => finish(id, (controller) => controller.error(error));

  const pull = (id: number) =>
    new Promise<void>((resolve) => {
      const body = bodies.get(id);
      if (body === undefined) return resolve();
      body.resolve = resolve;
      post({ kind: 'pull', id }, []);
    });

  return {
    receive: (id: number) =>
      new ReadableStream<Uint8Array>(
        {
          start: (controller) => void bodies.set(id, { controller, resolve() {} }),
          pull: () => pull(id),
          cancel() {
            bodies.delete(id);
            post({ kind: 'cancel', id }, []);
          },
        },
        // Nothing is read ahead.
        { highWaterMark: 0 },
      ),
    takePiece(id: number, bytes: Uint8Array<ArrayBuffer>): void {
      const body = bodies.get(id);
      body?.controller.enqueue(bytes);
      body?.resolve();
    },
    end: (id: number) => finish(id, (controller) => controller.close()),
    breakOff: failBody,
    breakAll(error: Error): void {
      for (const id of bodies.keys()) failBody(id, error);
    },
  };
}
