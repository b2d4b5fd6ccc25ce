import { makeApproverSecret, requireApproverSecret } from '../../../mcp/approvals/approver.ts';
import { requireSecretInForce } from '../../../mcp/approvals/secret-wait.ts';
import type { Streams } from '../../program-context.ts';
import { askHidden } from '../../terminal.ts';

type ApproverRequest = Parameters<typeof requireApproverSecret>[2];
type SecretDesk = Parameters<typeof requireApproverSecret>[0] & { readonly timeZone?: string | undefined };

/**
 * Requires the approver's secret for something that it decides. It is made and shown at the first decision; one that was
 * reset is refused before it is asked for.
 */
export async function requireDeciderSecret(
  streams: Streams,
  desk: SecretDesk,
  request: ApproverRequest,
): Promise<void> {
  await requireSecretInForce(desk);
  await requireApprover(streams, desk, request);
  // It may have been made a moment ago, in place of one whose hash was removed.
  await requireSecretInForce(desk);
}

/** Requires the approver's secret, which is made and shown at the first decision. */
export async function requireApprover(streams: Streams, desk: SecretDesk, request: ApproverRequest): Promise<void> {
  const secret = await makeApproverSecret(desk, request.who);
  if (secret !== undefined) streams.stderr.write(`\n${formatSecret(secret)}\n`);
  await requireApproverSecret(desk, await askHidden(streams, "The approver's secret"), request);
}

export const formatSecret = (secret: string): string =>
  `The approver's secret of this desk is ${secret}. It is shown only now: keep it where no assistant can read it.`;
