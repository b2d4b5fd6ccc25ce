// Packs the built command as dist/waybill.tgz, which is what `npm publish` sends: `npm run bundle:npm`, which builds it before.
import { writeNpmPackage } from './npm.ts';
import { getArchivePath } from './program-folder.ts';
import { project } from './project.ts';

const target = getArchivePath('waybill.tgz');

await writeNpmPackage(project, target);
process.stdout.write(`${target}\n`);
