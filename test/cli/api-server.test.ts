import { expect, test } from 'vitest';
import { createApiServer } from '../../src/cli/api-server.ts';
import { uploadLifetimeMs } from '../../src/domain/freight/document.ts';

test('the socket leaves an upload as long as its address lives', () => {
  const server = createApiServer(() => {});

  expect(server.requestTimeout).toBe(uploadLifetimeMs);
  expect(server.headersTimeout).toBeLessThan(uploadLifetimeMs);
});
