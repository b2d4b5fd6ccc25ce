import { parentPort } from 'node:worker_threads';
import { openSqlite } from '../../src/store/sqlite/open-file.ts';

/** Opens each file it is told of and answers how that went. */
parentPort?.on('message', (file: string) => {
  try {
    openSqlite({ file }).close();
    parentPort?.postMessage('opened');
  } catch (error) {
    parentPort?.postMessage(String(error));
  }
});
