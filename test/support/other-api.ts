import { unchangedHeader } from '../../src/contract/kit/record-version.ts';

/** Returns the request as it reaches an API that compares no records by itself. */
export function removeComparison(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete(unchangedHeader);
  return new Request(request, { headers });
}
