import path from 'node:path';

/** Where an operating system keeps the settings of its user's programs. */
export interface Places {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The home of the user. */
  readonly home: string;
}

/** A program that starts tool servers by itself, and the file in which it looks for them. */
export interface Host {
  readonly title: string;
  /** Path of the file below the folder of all programs' settings, or below the home. */
  readonly file: { readonly in: 'settings' | 'home'; readonly parts: readonly string[] };
  /** The member of the file that lists servers by name. */
  readonly list: 'mcpServers' | 'servers';
  /** Said with each server where the host has servers of other kinds too. */
  readonly type?: 'stdio';
  /** What a person does so that the file is read again. */
  readonly restart: string;
}

export const hosts = {
  'claude-desktop': {
    title: 'Claude Desktop',
    file: { in: 'settings', parts: ['Claude', 'claude_desktop_config.json'] },
    list: 'mcpServers',
    restart: 'Quit Claude Desktop and start it again.',
  },
  'claude-code': {
    title: 'Claude Code',
    file: { in: 'home', parts: ['.claude.json'] },
    list: 'mcpServers',
    type: 'stdio',
    restart: 'Start a new session of Claude Code; one that runs now may write over the file when it ends.',
  },
  vscode: {
    title: 'VS Code',
    file: { in: 'settings', parts: ['Code', 'User', 'mcp.json'] },
    list: 'servers',
    type: 'stdio',
    restart: 'Start it in VS Code with the command "MCP: List Servers".',
  },
  cursor: {
    title: 'Cursor',
    file: { in: 'home', parts: ['.cursor', 'mcp.json'] },
    list: 'mcpServers',
    restart: 'Restart Cursor.',
  },
} as const satisfies Readonly<Record<string, Host>>;

export type HostName = keyof typeof hosts;

/** The file of a host on this machine. */
export function fileOf({ file }: Host, places: Places): string {
  return path.join(file.in === 'home' ? places.home : settingsFolder(places), ...file.parts);
}

function settingsFolder({ platform, environment, home }: Places): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  const [name, usual] = platform === 'win32' ? ['APPDATA', 'AppData/Roaming'] : ['XDG_CONFIG_HOME', '.config'];
  const named = environment[name];
  // A relative one would lie in the working folder, and the XDG standard says to pass it over.
  return named !== undefined && path.isAbsolute(named) ? named : path.join(home, ...usual.split('/'));
}
