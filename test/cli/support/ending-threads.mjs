// Loaded before the product (`node --import`): a thread of it ends, as after a fault in it, once the named file is there.
import { existsSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['TEST_ENDS_THREADS_AT'];
const end = () => {
  if (existsSync(file)) process.exit(7);
};
if (!isMainThread && file !== undefined) setInterval(end, 1).unref();
