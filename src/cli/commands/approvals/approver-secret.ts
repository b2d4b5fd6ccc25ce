import { makeApproverSecret, requireApproverSecret } from '../../../mcp/approvals/approver.ts';
import type { Streams } from '../../program-context.ts';
import { askHidden } from '../../terminal.ts';

/** Requires the approver's secret, which is made and shown at the first decision. */
export async function requireApprover(
  streams: Streams,
  desk: Parameters<typeof requireApproverSecret>[0],
  request: Parameters<typeof requireApproverSecret>[2],
): Promise<void> {
  const secret = await makeApproverSecret(desk.memory);
  if (secret !== undefined) streams.stderr.write(`\n${formatSecret(secret)}\n`);
  await requireApproverSecret(desk, await askHidden(streams, "The approver's secret"), request);
}

export const formatSecret = (secret: string): string =>
  `The approver's secret of this desk is ${secret}. It is shown only now: keep it where no assistant can read it.`;
