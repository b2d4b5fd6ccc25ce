import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { isStream } from './long-stream.ts';
import { refuseMessage } from './refusal.ts';

const forms = ['application/json', 'text/event-stream'];

/** Returns whether a client reads streams of events; one that names no form, or any, gets plain JSON. */
export const isStreamAccepted = (request: Request): boolean =>
  request.headers.get('accept')?.toLowerCase().includes('text/event-stream') ?? false;

/** Returns the request for the library, which refuses every client that does not name both forms of an answer. */
export function acceptBothForms(request: Request): Request {
  const accepted = request.headers.get('accept') ?? '';
  if (forms.every((form) => accepted.includes(form))) return request;
  const headers = new Headers(request.headers);
  headers.set('accept', forms.join(', '));
  // The body has been read already, and is passed on beside the request.
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

/** Returns a stream of events as the JSON of its answers, for a client that reads no streams. */
export async function toJsonAnswer(answer: Response, message: unknown): Promise<Response> {
  if (!isStream(answer)) return answer;
  const answers = readEvents(await answer.text()).filter(isAnswer);
  // This process is ending, and took the stream with it.
  if (answers.length === 0)
    return refuseMessage(503, 'This server stopped before it had an answer: look before you repeat a call.');
  const headers = new Headers(answer.headers);
  for (const name of ['content-type', 'content-length', 'connection', 'x-accel-buffering']) headers.delete(name);
  return Response.json(Array.isArray(message) ? answers : answers[0], { status: answer.status, headers });
}

const dataPrefix = 'data:';

/** Reads the messages of a stream, each of which the library writes on one line. */
const readEvents = (text: string): readonly unknown[] =>
  text.split('\n').flatMap((line): unknown[] => {
    const data = line.startsWith(dataPrefix) ? line.slice(dataPrefix.length).trim() : '';
    return data === '' ? [] : [JSON.parse(data)];
  });

const isAnswer = (message: unknown): boolean => isPlainRecord(message) && ('result' in message || 'error' in message);
