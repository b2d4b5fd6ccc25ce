// Packs the built command as dist/waybill.tgz, which is what `npm publish` sends: `npm run bundle:npm`, which builds it before.
import { writeNpmPackage } from './npm.ts';
import { project } from './project.ts';

const target = 'dist/waybill.tgz';

await writeNpmPackage(project, 'dist', target);
process.stdout.write(`${target}\n`);
