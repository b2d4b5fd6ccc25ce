import { operations } from '../../src/contract/operations.ts';

/** Methods and paths of the operations that change nothing; signing in changes nothing either. */
const readPatterns = [
  /^POST \S*\/oauth2\//,
  ...Object.values(operations)
    .flatMap((resource) => Object.values(resource))
    .filter(({ effect }) => effect === 'read')
    .map(
      ({ method, path }) =>
        new RegExp(String.raw`^${method} (?:\S*/v1)?${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\?|$)`),
    ),
];

/** Tells if a request, as `POST /v1/loads/filter`, is one of an operation that changes nothing. */
export const isReadRequest = (request: string): boolean => readPatterns.some((pattern) => pattern.test(request));
