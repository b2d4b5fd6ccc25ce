/** A file below one of the user's folders. */
export interface UserFile {
  /**
   * `home` is the user's home folder. `settings` is where programs with windows keep settings. `config` is where
   * command-line programs keep them; on macOS these two differ.
   */
  readonly in: 'home' | 'settings' | 'config';
  readonly parts: readonly string[];
  /** Used in place of `parts` on Windows. */
  readonly windowsParts?: readonly string[];
}

/** An environment variable that names a folder, or the file itself where no parts follow. */
interface FileVariable {
  readonly name: string;
  readonly parts: readonly string[];
}

/** A link that opens the host and asks whether to add Waybill. */
export interface HostLink {
  /** The encoding of the command. `words` repeats it as parameters, which goose accepts for `npx` and a few others only. */
  readonly kind: 'base64' | 'json' | 'words';
  readonly address: string;
  /** A web page that opens `address`, for pages that allow only links to the web. */
  readonly webAddress?: string;
}

/** A program that starts tool servers by itself, and where it looks for them. */
export interface McpHost {
  readonly title: string;
  /** Left out where the host has no file that other programs can write, or none at a fixed place. */
  readonly file?: UserFile;
  /** The file of older versions, used where its folder exists and the folder of `file` doesn't. */
  readonly olderFile?: UserFile;
  readonly variables?: readonly FileVariable[];
  readonly format: 'json' | 'toml' | 'yaml';
  /** The member of the file that holds the servers. */
  readonly list: 'mcpServers' | 'servers' | 'mcp_servers' | 'context_servers' | 'extensions';
  /** Set where the servers are a list whose entries have names, not members by name. */
  readonly isArray?: true;
  /** Members of an entry besides the command. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Members of an entry where npx starts it, which downloads Waybill the first time. */
  readonly npxMembers?: Readonly<Record<string, unknown>>;
  /** The name of the command in an entry. */
  readonly commandMember?: 'cmd';
  /** Members that a new file must hold besides the servers. */
  readonly template?: Readonly<Record<string, string>>;
  /** The step after which the host reads its settings again. */
  readonly restart: string;
  /** The place to paste the entry; only for hosts without a file. */
  readonly place?: string;
  readonly link?: HostLink;
  /** The host shows a form when Waybill asks for a confirmation (elicitation). */
  readonly hasForms: boolean;
  /** The host shows plans and charts as cards (MCP Apps). */
  readonly hasCards: boolean;
}

export const hosts = {
  'claude-desktop': {
    title: 'Claude Desktop',
    file: { in: 'settings', parts: ['Claude', 'claude_desktop_config.json'] },
    format: 'json',
    list: 'mcpServers',
    restart: 'Quit Claude Desktop and start it again.',
    hasForms: false,
    hasCards: true,
  },
  'claude-code': {
    title: 'Claude Code',
    file: { in: 'home', parts: ['.claude.json'] },
    variables: [{ name: 'CLAUDE_CONFIG_DIR', parts: ['.claude.json'] }],
    format: 'json',
    list: 'mcpServers',
    members: { type: 'stdio' },
    restart: 'Start a new session of Claude Code. A session that runs now may overwrite the file when it ends.',
    hasForms: true,
    hasCards: false,
  },
  cursor: {
    title: 'Cursor',
    file: { in: 'home', parts: ['.cursor', 'mcp.json'] },
    format: 'json',
    list: 'mcpServers',
    restart: 'Restart Cursor.',
    link: {
      kind: 'base64',
      address: 'cursor://anysphere.cursor-deeplink/mcp/install',
      webAddress: 'https://cursor.com/en/install-mcp',
    },
    hasForms: true,
    hasCards: true,
  },
  vscode: {
    title: 'VS Code',
    file: { in: 'settings', parts: ['Code', 'User', 'mcp.json'] },
    format: 'json',
    list: 'servers',
    members: { type: 'stdio' },
    restart: 'Start it in VS Code with the command "MCP: List Servers".',
    link: {
      kind: 'json',
      address: 'vscode:mcp/install',
      webAddress: 'https://vscode.dev/redirect/mcp/install',
    },
    hasForms: true,
    hasCards: true,
  },
  codex: {
    title: 'Codex',
    file: { in: 'home', parts: ['.codex', 'config.toml'] },
    variables: [{ name: 'CODEX_HOME', parts: ['config.toml'] }],
    format: 'toml',
    list: 'mcp_servers',
    npxMembers: { startup_timeout_sec: 120 },
    restart: 'Start a new session of Codex.',
    hasForms: true,
    hasCards: false,
  },
  gemini: {
    title: 'Gemini CLI',
    file: { in: 'home', parts: ['.gemini', 'settings.json'] },
    variables: [{ name: 'GEMINI_CLI_HOME', parts: ['.gemini', 'settings.json'] }],
    format: 'json',
    list: 'mcpServers',
    restart: 'Start a new session of Gemini CLI, or type `/mcp refresh` in this one.',
    hasForms: false,
    hasCards: false,
  },
  goose: {
    title: 'goose',
    file: {
      in: 'config',
      parts: ['goose', 'config.yaml'],
      windowsParts: ['Block', 'goose', 'config', 'config.yaml'],
    },
    variables: [{ name: 'GOOSE_PATH_ROOT', parts: ['config', 'config.yaml'] }],
    format: 'yaml',
    list: 'extensions',
    members: {
      enabled: true,
      type: 'stdio',
      name: 'waybill',
      description: 'Runs a freight brokerage desk',
      envs: {},
      env_keys: [],
      timeout: 300,
    },
    commandMember: 'cmd',
    restart: 'Start a new session of goose.',
    link: { kind: 'words', address: 'goose://extension' },
    hasForms: true,
    hasCards: true,
  },
  windsurf: {
    title: 'Windsurf (Devin Desktop)',
    file: { in: 'config', parts: ['devin', 'mcp_config.json'] },
    olderFile: { in: 'home', parts: ['.codeium', 'windsurf', 'mcp_config.json'] },
    format: 'json',
    list: 'mcpServers',
    restart: 'Refresh the list of MCP servers in the agent panel, or restart the editor.',
    hasForms: false,
    hasCards: false,
  },
  zed: {
    title: 'Zed',
    file: { in: 'config', parts: ['zed', 'settings.json'], windowsParts: ['Zed', 'settings.json'] },
    format: 'json',
    list: 'context_servers',
    restart: 'Zed reads the file by itself. The dot beside Waybill in the settings of the agent panel turns green.',
    hasForms: false,
    hasCards: false,
  },
  jetbrains: {
    title: 'JetBrains AI Assistant',
    format: 'json',
    list: 'mcpServers',
    restart: 'There, click Add, choose As JSON, paste it, and click Apply. AI Assistant starts Waybill.',
    place: 'Settings > Tools > AI Assistant > Model Context Protocol (MCP)',
    hasForms: false,
    hasCards: false,
  },
  'lm-studio': {
    title: 'LM Studio',
    file: { in: 'home', parts: ['.lmstudio', 'mcp.json'] },
    format: 'json',
    list: 'mcpServers',
    restart: 'LM Studio reads the file by itself. Turn Waybill on in the Program tab.',
    link: {
      kind: 'base64',
      address: 'lmstudio://add_mcp',
      webAddress: 'https://lmstudio.ai/install-mcp',
    },
    hasForms: false,
    hasCards: false,
  },
  librechat: {
    title: 'LibreChat',
    format: 'yaml',
    list: 'mcpServers',
    members: { type: 'stdio' },
    restart: 'Restart LibreChat.',
    place: 'librechat.yaml, in the folder of your LibreChat',
    hasForms: false,
    hasCards: false,
  },
  cline: {
    title: 'Cline',
    file: { in: 'home', parts: ['.cline', 'data', 'settings', 'cline_mcp_settings.json'] },
    olderFile: {
      in: 'settings',
      parts: ['Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'],
    },
    variables: [
      { name: 'CLINE_MCP_SETTINGS_PATH', parts: [] },
      { name: 'CLINE_DATA_DIR', parts: ['settings', 'cline_mcp_settings.json'] },
      { name: 'CLINE_DIR', parts: ['data', 'settings', 'cline_mcp_settings.json'] },
    ],
    format: 'json',
    list: 'mcpServers',
    members: { type: 'stdio' },
    restart: 'Cline reads the file by itself.',
    hasForms: false,
    hasCards: false,
  },
  continue: {
    title: 'Continue',
    file: { in: 'home', parts: ['.continue', 'config.yaml'] },
    variables: [{ name: 'CONTINUE_GLOBAL_DIR', parts: ['config.yaml'] }],
    format: 'yaml',
    list: 'mcpServers',
    isArray: true,
    members: { name: 'waybill' },
    template: { name: 'My configuration', version: '1.0.0', schema: 'v1' },
    restart: 'Continue reads the file by itself; in a terminal start a new session.',
    hasForms: false,
    hasCards: true,
  },
} as const satisfies Readonly<Record<string, McpHost>>;

export type HostName = keyof typeof hosts;
