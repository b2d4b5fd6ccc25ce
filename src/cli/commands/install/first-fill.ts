import { isSandboxMade } from '../../opening/stores/store-address.ts';
import { withDeskCopy } from '../../opening/filling/desk-copy.ts';
import { formatErrorSentence } from '../../sentence.ts';
import type { Session } from '../../session.ts';
import { countRecords, createStopSignal } from '../sync/completing.ts';

/** Settings that decide whose records a server reads, each also as a file. */
const sourceSettings = [
  'WAYBILL_API_URL',
  'WAYBILL_AUTH_URL',
  'WAYBILL_CLIENT_ID',
  'WAYBILL_CLIENT_SECRET',
  'WAYBILL_CURRENCY',
  'WAYBILL_DATABASE_URL',
  'WAYBILL_ENCRYPTION_KEY',
  'WAYBILL_SIGN_IN',
].flatMap((name) => [name, `${name}_FILE`]);

/**
 * Makes the sandbox where there is none, and copies the records that the client's server will answer from. The client is
 * connected already: whatever happens here, the server copies the rest by itself.
 */
export async function fillFirst(session: Session, title: string): Promise<void> {
  const { config, streams, print } = session;
  const tell = (line: string) => void streams.stderr.write(`${line}\n`);
  const missing = sourceSettings.filter((name) => config.environment[name] !== undefined);
  if (missing.length > 0)
    return tell(`Your records aren't copied yet, because ${title} doesn't get ${missing.join(', ')}.`);
  const rest = `The rest is copied when ${title} starts Waybill.`;
  let signal: AbortSignal | undefined;
  try {
    await withDeskCopy(session, async ({ copy, prepareApi }) => {
      const isNew = config.api.kind === 'embedded' && config.databaseUrl === undefined && !isSandboxMade(config.home);
      if (isNew) tell('Making your sandbox brokerage, which takes up to a minute...');
      // Until the sandbox is made a signal ends the process at once, as no loop could end it between two records.
      await prepareApi();
      signal = createStopSignal(session);
      tell(`Copying your records, so that the first answer is quick. You can stop with Ctrl-C. ${rest}`);
      await copy.complete(signal, {
        onProgress: (progress) => tell(`Copying your records: ${formatCount(countRecords(progress))} so far`),
      });
      print(`Copied ${formatCount(countRecords(await copy.progress()))} records.`);
    });
  } catch (error) {
    if (signal?.aborted) return tell(`Stopped. ${rest}`);
    tell(`Your records couldn't be copied: ${formatErrorSentence(error, config.commandText)}`);
    tell(`Waybill is installed all the same. It copies your records when ${title} starts it.`);
  }
}

const formatCount = (records: number): string => records.toLocaleString('en-US');
