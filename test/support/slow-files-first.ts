import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests start processes or make whole brokerages: minutes of the run. */
const slowFolders = ['test/cli/', 'test/deep/', 'test/sandbox/', 'test/api/sandbox/', 'test/mcp/'];

/** Slow files begin first, so that no worker ends with a long one alone; Vitest knows durations only after a first run. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const isSlow = ({ moduleId }: TestSpecification) =>
      slowFolders.some((folder) => moduleId.startsWith(path.join(root, folder)));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
