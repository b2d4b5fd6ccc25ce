export interface MailSettings {
  /** Left out: mail is written to the outbox. */
  readonly smtpUrl: string | undefined;
  /** Address that mail comes from. */
  readonly from: string;
  /** Folder of `.eml` files. */
  readonly outbox: string;
}
