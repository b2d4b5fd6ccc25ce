import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders and files whose tests start processes, browsers or whole brokerages: minutes of the run. */
const slowPaths = [
  'test/cli/',
  'test/deep/',
  'test/sandbox/',
  'test/api/sandbox/',
  'test/mcp/',
  'test/demo/',
  'test/packaging/',
  'test/docs/agents',
  'test/api/docs-page',
  'test/store/silent-server',
];

/** Slow files begin first, so that no worker ends with a long one alone; Vitest knows durations only after a first run. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const isSlow = ({ moduleId }: TestSpecification) =>
      slowPaths.some((slowPath) => moduleId.startsWith(path.join(root, slowPath)));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
