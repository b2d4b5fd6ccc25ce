import { readDatabase } from '../flags.ts';
import type { StoreFlags } from '../opening/stores/operator-store.ts';
import { listDeskConfigs } from '../organizations.ts';
import { formatErrorSentence } from '../sentence.ts';
import type { Config } from '../config.ts';
import type { Session } from '../session.ts';
import { checkPage } from './doctor/approving.ts';
import { checkClients } from './doctor/clients.ts';
import { type Check, type Finding, ok } from './doctor/finding.ts';
import { checkSignIn } from './doctor/sign-in.ts';

type FindingState = Finding['state'] | 'problem';

const stateWidth = 'problem'.length;

/** Prints one line for each check: what works, what to fix and what is left to do. Exit code 1 if there is a problem. */
export async function runDoctor(flags: StoreFlags, session: Session): Promise<number> {
  const { config: settings, print } = session;
  const config = flags.database === undefined ? settings : { ...settings, databaseUrl: readDatabase(flags.database) };
  const counts: Record<FindingState, number> = { ok: 0, limit: 0, 'to do': 0, problem: 0 };
  for (const check of await listChecks({ ...session, config }, settings)) {
    for (const { state, text } of await runCheck(check, config)) {
      counts[state] += 1;
      print(`${state.padEnd(stateWidth)}  ${check.name}: ${text}`);
    }
  }
  print(summarize(counts));
  return counts.problem === 0 ? 0 : 1;
}

async function runCheck(
  { run }: Check,
  { commandText }: Config,
): Promise<readonly { readonly state: FindingState; readonly text: string }[]> {
  try {
    return [await run()].flat();
  } catch (error) {
    return [{ state: 'problem', text: formatErrorSentence(error, commandText, 'doctor') }];
  }
}

function summarize({ problem, limit, 'to do': toDo }: Readonly<Record<FindingState, number>>): string {
  const parts = [
    problem === 0 ? 'Everything works.' : `${count(problem, 'problem')} to fix.`,
    limit === 0 ? '' : `${count(limit, 'limit')} of your API that Waybill works around.`,
    toDo === 0 ? '' : `${count(toDo, 'thing')} to do.`,
  ];
  return parts.filter(Boolean).join(' ');
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Lists the checks. `settings` are those without the database that a flag names. */
async function listChecks(session: Session, settings: Config): Promise<readonly Check[]> {
  const { listDeskChecks } = await import('./doctor/desk.ts');
  const { config } = session;
  return [
    { name: 'Node', run: () => ok(process.versions.node) },
    { name: 'settings', run: () => ok(['the environment', ...config.settingFiles].join(', ')) },
    { name: 'toolsets', run: () => ok(`${config.toolsets.join(', ')}${config.readOnly ? '; read-only' : ''}`) },
    ...listDesks(config).flatMap(([organization, deskConfig]) => {
      const prefix = organization === '' ? '' : `${organization}: `;
      const checks = listDeskChecks({ ...session, config: deskConfig });
      return checks.map(({ name, run }) => ({ name: `${prefix}${name}`, run }));
    }),
    { name: 'approvals page', run: () => checkPage(config) },
    { name: 'clients', run: () => checkClients(config) },
    { name: 'sign-in', run: () => checkSignIn(settings) },
    ...listHttpChecks(config),
  ];
}

/**
 * Lists the desks of this data folder, or the folder itself as one desk if its organizations cannot be listed: the
 * check of the sign-in reports that.
 */
function listDesks(config: Config): readonly (readonly [organization: string, config: Config])[] {
  try {
    const desks = [...listDeskConfigs(config)];
    return desks.length === 1 ? desks.map(([, deskConfig]) => ['', deskConfig] as const) : desks;
  } catch {
    return [['', config]];
  }
}

/** Says under which further names `waybill http` answers; where none is set there is nothing to say. */
function listHttpChecks({ allowedHosts, allowedOrigins }: Config): readonly Check[] {
  const texts = [
    allowedHosts.length > 0 ? `also answers as ${allowedHosts.join(', ')}` : '',
    allowedOrigins.length > 0 ? `pages of ${allowedOrigins.join(', ')} may call` : '',
  ].filter(Boolean);
  return texts.length === 0 ? [] : [{ name: 'HTTP', run: () => ok(texts.join('; ')) }];
}
