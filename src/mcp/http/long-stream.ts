/**
 * Interval of checks for lost access. A caller who has lost it gets nothing more after this time and the time of a
 * check.
 */
const lookEveryMs = 2000;

export const isStream = ({ headers }: Response): boolean => headers.get('content-type') === 'text/event-stream';

/** Ends a long answer, such as a subscription, when its caller loses access. */
export function endWithRight(answer: Response, holds: () => Promise<boolean>): Response {
  if (!isStream(answer) || answer.body === null) return answer;
  const ending = new AbortController();
  const look = async () => {
    // An issuer that cannot be asked right now ends nothing that has begun.
    if (!(await holds().catch(() => true))) ending.abort(new Error('the token of this request does not hold any more'));
  };
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  const stop = () => clearInterval(timer);
  ending.signal.addEventListener('abort', stop, { once: true });
  const watched = new TransformStream<Uint8Array, Uint8Array>({ flush: stop, cancel: stop });
  return new Response(answer.body.pipeThrough(watched, { signal: ending.signal }), answer);
}
