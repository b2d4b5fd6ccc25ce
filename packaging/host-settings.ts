import type { Settings } from '../src/cli/settings.ts';

/** A setting that a person fills in where their host, or a registry of servers, shows a form for them. */
export interface HostSetting {
  readonly title: string;
  readonly description: string;
  readonly kind: 'text' | 'switch' | 'folder' | 'file';
  /** Kept where the host keeps passwords, and not shown. */
  readonly isSecret?: true;
}

/** The settings of a tool server for one person; the others are set in `.env` of the data folder. */
export const hostSettings: Readonly<Partial<Record<keyof Settings, HostSetting>>> = {
  WAYBILL_API_URL: {
    title: 'Address of the brokerage API',
    description: 'Base address, ends in /v1. Left empty, Waybill works on its built-in sandbox brokerage.',
    kind: 'text',
  },
  WAYBILL_AUTH_URL: {
    title: 'Address of the token endpoint',
    description: 'Base address, to which /oauth2/token is appended. Left empty, the one of the API.',
    kind: 'text',
  },
  WAYBILL_CLIENT_ID: {
    title: 'Client id',
    description: 'OAuth client id at the brokerage API. Needed with an address.',
    kind: 'text',
  },
  WAYBILL_CLIENT_SECRET: {
    title: 'Client secret',
    description: 'OAuth client secret at the brokerage API. Needed with an address.',
    kind: 'text',
    isSecret: true,
  },
  WAYBILL_TOOLSETS: {
    title: 'Toolsets',
    description:
      'Which tools the assistant has: default, all, or a comma list such as default,payables (for those who pay carriers) or default,billing (for those who bill customers).',
    kind: 'text',
  },
  WAYBILL_READ_ONLY: {
    title: 'Read only',
    description: 'The assistant has only tools that read.',
    kind: 'switch',
  },
  WAYBILL_POLICY: {
    title: 'Policy file',
    description: 'JSON file with limits, gates and approvers. Left empty, the built-in policy.',
    kind: 'file',
  },
  WAYBILL_TIME_ZONE: {
    title: 'Time zone',
    description: "IANA time zone of the desk, such as America/Chicago. Left empty, the organization's.",
    kind: 'text',
  },
  WAYBILL_FILE_ROOTS: {
    title: 'Folder for documents',
    description:
      'The assistant may read documents from this folder and save them there. Left empty, your Downloads and the folder files in the data folder.',
    kind: 'folder',
  },
  WAYBILL_HOME: {
    title: 'Data folder',
    description:
      "Holds the sandbox, approvals and the audit log. Left empty, your user's data folder, which `waybill` in a terminal uses too.",
    kind: 'folder',
  },
};
