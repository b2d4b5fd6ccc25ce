import type { TestDesk } from './desk.ts';

/** Asks until the desk's copy holds everything that the question needs: a busy machine takes longer than an answer waits. */
export async function fillCopy(desk: TestDesk, tool: string, input: Readonly<Record<string, unknown>>): Promise<void> {
  for (;;) {
    const { data } = await desk.callTool(tool, input);
    const gaps: readonly { readonly key: string }[] = data.completeness?.gaps ?? [];
    if (!gaps.some(({ key }) => key.endsWith(' reading'))) return;
  }
}
