// Packs the built command as dist/waybill.mcpb: `npm run bundle:mcpb`, which builds it before.
import { writeMcpb } from './mcpb.ts';
import { project } from './project.ts';

const target = 'dist/waybill.mcpb';

await writeMcpb(project, 'dist', target);
process.stdout.write(`${target}\n`);
