// Packs the built command as dist/waybill.mcpb: `npm run bundle:mcpb`, which builds it before.
import { writeMcpb } from './mcpb.ts';
import { getArchivePath } from './program-folder.ts';
import { project } from './project.ts';

const target = getArchivePath('waybill.mcpb');

await writeMcpb(project, target);
process.stdout.write(`${target}\n`);
