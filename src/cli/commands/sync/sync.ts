import { statSync } from 'node:fs';
import type { CopyProgress } from '../../../copy/progress.ts';
import type { CollectionVerdict } from '../../../copy/verify.ts';
import type { Config } from '../../config.ts';
import { withDeskCopy } from '../../opening/filling/desk-copy.ts';
import { findMissingFile } from '../../opening/stores/operator-store.ts';
import { copyUrl } from '../../opening/copies/records-copy.ts';
import { toOneLine } from '../../output.ts';
import type { Session } from '../../session.ts';
import { formatShownTime } from '../../shown-time.ts';
import { countRecords, createStopSignal } from './completing.ts';

const exitFailed = 1;

interface SyncFlags {
  readonly full?: boolean | undefined;
}

interface StatusFlags {
  readonly json?: boolean | undefined;
}

interface SyncVerifyFlags {
  readonly json?: boolean | undefined;
  readonly whole?: boolean | undefined;
  readonly repair?: boolean | undefined;
}

/** Brings the copy up to date and reads what is missing of it; `--full` forgets it first. */
export async function runSync(flags: SyncFlags, session: Session): Promise<void> {
  const { config, streams, print } = session;
  await withDeskCopy(session, async ({ copy }) => {
    const signal = createStopSignal(session);
    if (flags.full) await copy.forget(signal);
    await copy.complete(signal, {
      onProgress: (progress) => streams.stderr.write(`${describeProgress(progress, config)}\n`),
    });
    print(`${formatSummary(config, await copy.progress())} It takes ${formatSize(config)} in ${getCopyFile(config)}.`);
  });
}

/** Prints the contents of the copy without calling the API. */
export async function runSyncStatus(flags: StatusFlags, session: Session): Promise<void> {
  const { config, print } = session;
  const isMade = findMissingFile(copyUrl(config)) === undefined;
  if (!isMade) {
    if (flags.json) return print(JSON.stringify({ file: getCopyFile(config), isMade }, null, 2));
    return print(`There is no copy yet; \`${config.commandText('sync')}\` makes it.`);
  }
  await withDeskCopy(session, async ({ copy }) => {
    const progress = await copy.progress();
    const facts = { file: getCopyFile(config), isMade, bytes: countBytes(config) };
    if (flags.json) return print(JSON.stringify({ ...facts, ...progress }, null, 2));
    const cost = `It takes ${formatSize(config)} in ${getCopyFile(config)}, and has cost ${describeCost(progress)}.`;
    print(
      [
        ...formatCollections(progress, config),
        formatSummary(config, progress),
        describeComparison(progress, config),
        cost,
      ].join('\n'),
    );
  });
}

/** Reads in what the records of the API differ from those of the contract; nothing is known without a copy. */
export async function readPeculiarities(
  session: Pick<Session, 'config' | 'now' | 'log'>,
): Promise<Pick<CopyProgress, 'unsentFields' | 'unknownStatuses'>> {
  const isMade = findMissingFile(copyUrl(session.config)) === undefined;
  return isMade ? withDeskCopy(session, ({ copy }) => copy.progress()) : { unsentFields: [], unknownStatuses: [] };
}

/** Formats one line about the copy without calling the API. */
export async function copyLine(session: Pick<Session, 'config' | 'now' | 'log'>): Promise<string> {
  const { config } = session;
  if (findMissingFile(copyUrl(config)) !== undefined) return 'none yet; the first question creates it';
  return withDeskCopy(session, async ({ copy }) => {
    const progress = await copy.progress();
    const { comparison } = progress;
    const texts = [
      `${count(countRecords(progress), 'records')}, ${formatSize(config)} in ${getCopyFile(config)}`,
      progress.isWhole ? 'complete' : `not complete yet; \`${config.commandText('sync')}\` completes it`,
      ...(progress.asOf === null
        ? []
        : [`as of ${formatShownTime(progress.asOf, config)} (${describeAge(progress.asOf, session.now())})`]),
      describeCost(progress),
      ...(comparison === undefined || comparison.different === 0 ? [] : [describeComparison(progress, config)]),
    ];
    return texts.join('; ');
  });
}

/** Compares the copy with the API; the result is the exit code. */
export async function runSyncVerify(flags: SyncVerifyFlags, session: Session): Promise<number> {
  const { config, print } = session;
  return withDeskCopy(session, async ({ copy }) => {
    const signal = createStopSignal(session);
    await copy.update(signal);
    const verdicts = await copy.verify(signal, { isWhole: flags.whole ?? false });
    const isSame = verdicts.every(({ different }) => different.length === 0);
    if (!isSame && flags.repair) await copy.repair(signal, verdicts);
    const isRepaired = !isSame && flags.repair === true;
    if (flags.json) print(JSON.stringify({ isSame, isRepaired, collections: verdicts }, null, 2));
    else print([...verdicts.map(formatVerdict), describeVerdict(config, isSame, isRepaired)].join('\n'));
    return isSame || isRepaired ? 0 : exitFailed;
  });
}

/** Formats what the copy has cost: "17 requests; the first fill took 3.4 s". */
const describeCost = ({ requests, fillSeconds }: Pick<CopyProgress, 'requests' | 'fillSeconds'>): string =>
  `${count(requests, requests === 1 ? 'request' : 'requests')}; the first fill took ${formatSeconds(fillSeconds)}`;

const formatSeconds = (seconds: number): string => `${seconds.toLocaleString('en-US')} s`;

const minuteMs = 60_000;
const ageUnits = [
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
] as const;

/**
 * Describes an age, such as "3 hours old", by this machine's clock, so that a copy of a sandbox that is ahead is new.
 */
function describeAge(asOf: string, now: string): string {
  const ageMs = Date.parse(now) - Date.parse(asOf);
  const [unit, ms] = ageUnits.find(([, unitMs]) => ageMs >= unitMs) ?? [];
  if (unit === undefined || ms === undefined) return 'less than a minute old';
  const units = Math.floor(ageMs / ms);
  return `${units} ${unit}${units === 1 ? '' : 's'} old`;
}

const count = (records: number, word: string) => `${records.toLocaleString('en-US')} ${word}`;

const describeProgress = (progress: CopyProgress, config: Config): string =>
  `${count(countRecords(progress), 'records')} so far${describeExtent(progress, config)}.`;

/** Describes from when on a copy is complete: ", complete from Nov 1, 2026, 12:00 AM CST on". */
const describeExtent = ({ completeFrom }: Pick<CopyProgress, 'completeFrom'>, config: Config): string =>
  completeFrom === null ? '' : `, complete from ${formatShownTime(completeFrom, config)} on`;

function formatSummary(config: Config, progress: CopyProgress): string {
  const records = count(countRecords(progress), 'records');
  const asOf = progress.asOf === null ? '' : ` as of ${formatShownTime(progress.asOf, config)}`;
  if (progress.isWhole) return `The copy is complete: ${records}${asOf}.`;
  const rest = `\`${config.commandText('sync')}\` reads the rest`;
  return `The copy is not complete: ${records}${asOf}${describeExtent(progress, config)}; ${rest}.`;
}

function describeComparison({ comparison }: CopyProgress, config: Config): string {
  if (comparison === undefined) return 'Not compared with the API yet.';
  const { at, compared, different, isRepaired } = comparison;
  const among = `Last compared with the API on ${formatShownTime(at, config)}: ${count(compared, 'records')}`;
  if (different === 0) return `${among}, all the same.`;
  return `${among}, ${different} differed${isRepaired ? ' and were read again' : ''}.`;
}

function formatCollections({ collections }: CopyProgress, config: Config): string[] {
  const width = Math.max(...collections.map(({ name }) => name.length));
  return collections.map(({ name, records, isWhole, completeFrom, asOf, ...cost }) => {
    const from = completeFrom === null ? 'not read yet' : `from ${formatShownTime(completeFrom, config)} on`;
    const extent = isWhole ? 'complete' : from;
    const recordCount = records.toLocaleString('en-US').padStart(9);
    const asOfText = asOf === null ? '' : `, as of ${formatShownTime(asOf, config)}`;
    return `${name.padEnd(width)}  ${recordCount}  ${extent}${asOfText}; ${describeCost(cost)}`;
  });
}

const formatVerdict = ({ name, compared, different }: CollectionVerdict): string =>
  toOneLine(
    `${name}: ${count(compared, 'compared')}, ${different.length === 0 ? 'the same' : `${different.length} differ`}`,
  );

function describeVerdict({ commandText }: Config, isSame: boolean, isRepaired: boolean): string {
  if (isSame) return 'The copy holds what the API shows.';
  if (isRepaired) return 'What differed was read again.';
  return `\`${commandText('sync verify --repair')}\` reads what differs again; \`${commandText('sync --full')}\` fills the copy anew.`;
}

const getCopyFile = (config: Config): string => copyUrl(config).slice('sqlite:'.length);

const formatSize = (config: Config): string => `${(countBytes(config) / 1_000_000).toFixed(1)} MB`;

function countBytes(config: Config): number {
  const bytes = ['', '-wal'].map(
    (end) => statSync(`${getCopyFile(config)}${end}`, { throwIfNoEntry: false })?.size ?? 0,
  );
  return bytes.reduce((sum, size) => sum + size, 0);
}
