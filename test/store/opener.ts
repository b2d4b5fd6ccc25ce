import { parentPort } from 'node:worker_threads';
import { openInThisThread } from '../../src/store/sqlite/file.ts';

/** Opens a file; returns `opened` or the error. */
async function openFile(file: string): Promise<string> {
  try {
    await (await openInThisThread({ file })).close();
    return 'opened';
  } catch (error) {
    return String(error);
  }
}

parentPort?.on('message', (file: string) => void openFile(file).then((answer) => parentPort?.postMessage(answer)));
