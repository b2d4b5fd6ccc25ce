import { createCommandText } from './command-text.ts';
import type { Config } from './config.ts';

/** Settings as a thread receives them: functions can't be sent. */
export type SentConfig = Omit<Config, 'commandText' | 'tell' | 'signIn' | 'databaseThreads' | 'serviceThread'>;

export function toSentConfig({
  commandText: _text,
  tell: _tell,
  signIn: _signIn,
  databaseThreads: _threads,
  serviceThread: _service,
  environment,
  ...config
}: Config): SentConfig {
  return { ...config, environment: { ...environment } };
}

export function restoreConfig(config: SentConfig): Config {
  const home = config.isDefaultHome ? undefined : config.home;
  return {
    ...config,
    signIn: undefined,
    tell: () => {},
    commandText: createCommandText({ env: config.environment, home }),
  };
}
