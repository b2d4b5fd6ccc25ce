import { spawn } from 'node:child_process';

interface DesktopMachine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Program with which a system shows a notification. The words are arguments of the program and never part of a script.
 */
interface Desktop {
  readonly command: string;
  readonly words: (heading: string, text: string) => readonly string[];
  /** Returns true if a person may sit in front of it. */
  readonly isThere: (environment: DesktopMachine['environment']) => boolean;
}

const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const removeMarkup = (text: string) => text.replaceAll(/[&<>]/g, (letter) => markup[letter] ?? '');

const desktops: Partial<Record<NodeJS.Platform, Desktop>> = {
  linux: {
    command: 'notify-send',
    words: (heading, text) => ['--app-name=Waybill', '--', heading, removeMarkup(text)],
    isThere: ({ DISPLAY, WAYLAND_DISPLAY }) => Boolean(DISPLAY || WAYLAND_DISPLAY),
  },
  darwin: {
    command: 'osascript',
    words: (heading, text) => [
      ...['on run words', 'display notification (item 2 of words) with title (item 1 of words)', 'end run'].flatMap(
        (line) => ['-e', line],
      ),
      heading,
      text,
    ],
    isThere: ({ SSH_CONNECTION }) => !SSH_CONNECTION,
  },
};

/** Variables that the program needs to find the desktop. The settings, some of which are secret, are not passed on. */
const passedOn = ['PATH', 'HOME', 'DISPLAY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'];
const timeoutMs = 5000;

/** Shows a line on this machine's desktop; undefined where there is none. What fails, fails in silence. */
export function createDesktopNotification({ platform, environment }: DesktopMachine) {
  const desktop = desktops[platform];
  if (!desktop?.isThere(environment) || environment['CI']) return undefined;
  const env = Object.fromEntries(passedOn.map((name) => [name, environment[name]]));
  return (heading: string, text: string): void => {
    const words = desktop.words(heading, text);
    const child = spawn(desktop.command, words, { env, stdio: 'ignore', timeout: timeoutMs });
    child.on('error', () => {});
    child.unref();
  };
}
