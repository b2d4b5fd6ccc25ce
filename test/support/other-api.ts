import { unchangedHeader } from '../../src/contract/kit/record-version.ts';

/** The request as an API gets it that compares no records by itself. */
export function withoutComparison(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete(unchangedHeader);
  return new Request(request, { headers });
}
