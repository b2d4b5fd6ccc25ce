import type { Log } from '../../log.ts';

/** The connection on which a response is sent. */
interface Outgoing {
  readonly destroyed: boolean;
  destroy(): unknown;
}

interface GuardOptions {
  readonly outgoing: Outgoing;
  readonly log: Log;
}

/**
 * Closes the connection of a response whose body fails before its end, so that nobody takes a part for the whole, and
 * says so in one line of the log. The library that sends responses would print the error in lines that are no log.
 */
export function guardBody(response: Response, { outgoing, log }: GuardOptions): Response {
  if (isText(response) || response.body === null) return response;
  const reader = response.body.getReader();
  let isCancelled = false;

  function breakOff(error: unknown) {
    // A caller who has gone misses nothing.
    if (!outgoing.destroyed)
      log('warn', 'A response broke off before its end.', {
        cause: error instanceof Error ? error.message : String(error),
      });
    outgoing.destroy();
    return { done: true, value: undefined } as const;
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(breakOff);
        if (isCancelled) return;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel(reason) {
        isCancelled = true;
        return reader.cancel(reason);
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}

/**
 * Returns true for the types of responses that are made whole, which can't fail: reading the body of such a response
 * would have it encoded anew. A file may have any type, and says that it is one.
 */
const isText = ({ headers }: Response): boolean =>
  /^(?:application\/(?:problem\+)?json|text\/html)\b/.test(headers.get('content-type') ?? '') &&
  !headers.has('content-disposition');
