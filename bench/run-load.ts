import { fileURLToPath } from 'node:url';
import { endChild, firstLine, startNode } from './children.ts';
import type { LoadOrder, LoadResult } from './load.ts';

const generator = fileURLToPath(new URL('./load.ts', import.meta.url));
const bareServer = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

export const startBareServer = () => startNode([bareServer], { showErrors: true });

/** Makes the requests from another process. */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const child = startNode([generator], { showErrors: true });
  try {
    child.stdin.end(JSON.stringify(order));
    return JSON.parse(await firstLine(child)) as LoadResult;
  } finally {
    await endChild(child);
  }
}
