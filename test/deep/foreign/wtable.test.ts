import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { foreignProfiles } from '../../support/foreign-api/profiles.ts';
import { rows } from '../gates/rows.ts';
import { startWritingDesk } from './writing-desk.ts';
const names = process.env['PROFILES']?.split(',').map(Number);
const tools = process.env['TOOLS']?.split(',');
test('measure writes', { timeout: 3_600_000 }, async () => {
  const out: any[] = [];
  const playAll = async (profile?: any) => {
    const t = Date.now();
    await using desk = await startWritingDesk(profile);
    const played: any[] = [];
    for (const row of rows) {
      if (tools && !tools.includes(row.tool)) continue;
      played.push({
        tool: row.tool,
        ...(await desk
          .play(row)
          .catch((e: any) => ({ plan: '', outcome: 'THROWN ' + e.stack, isError: true, state: 'thrown' }))),
      });
    }
    console.log(
      profile?.name ?? 'own',
      played.length,
      'after',
      played.filter((p) => p.state === 'after' && !p.isError).length,
      Date.now() - t,
      'ms',
    );
    return played;
  };
  const own = await playAll();
  const own2 = process.env['TWICE'] ? await playAll() : own;
  own.forEach((o, i) => {
    if (o.plan !== own2[i].plan || o.outcome !== own2[i].outcome)
      console.log('UNSTEADY', o.tool, '\n', o.plan, '\n', own2[i].plan, '\n', o.outcome, '\n', own2[i].outcome);
  });
  for (const [i, profile] of foreignProfiles.entries()) {
    if (names && !names.includes(i)) continue;
    const played = await playAll(profile);
    out.push({ name: profile.name, rows: played.map((p, n) => ({ ...p, own: own[n] })) });
    writeFileSync(process.env['OUT'] ?? '/tmp/w/hD-wtable.json', JSON.stringify(out, null, 1));
  }
});
