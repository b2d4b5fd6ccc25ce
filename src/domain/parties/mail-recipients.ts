/** Somebody who may get a party's mail. */
export interface MailContact {
  readonly email: string | null;
  /** The API's codes for the contact's roles. */
  readonly roles: readonly string[];
  /** Null if unknown. */
  readonly isPrimary: boolean | null;
}

/** Lists the contacts that get a customer's invoices: all billing contacts, else the first primary one. */
export function listInvoiceContacts<Contact extends MailContact>(contacts: readonly Contact[]): readonly Contact[] {
  const reachable = contacts.filter(({ email }) => email !== null);
  const billing = reachable.filter(({ roles }) => roles.includes('BILLING'));
  return billing.length > 0 ? billing : reachable.filter(({ isPrimary }) => isPrimary === true).slice(0, 1);
}

interface RemittanceMethod {
  readonly email: string | null;
  readonly isPreferred: boolean;
  readonly status: string | null;
}

interface RemittancePayee<Holder, Contact, Method> {
  readonly factor: Holder | undefined;
  readonly contacts: readonly Contact[];
  readonly methods: readonly Method[];
  readonly company: Holder | undefined;
}

const accountingRoles = ['ACCOUNTING', 'BILLING'];

/**
 * Lists the possible recipients of a remittance advice, best first: the factor, the payee's accounting contacts, the payment
 * method in use, the company itself.
 */
export function listRemittanceChoices<
  Holder extends Pick<MailContact, 'email'>,
  Contact extends MailContact,
  Method extends RemittanceMethod,
>({
  factor,
  contacts,
  methods,
  company,
}: RemittancePayee<Holder, Contact, Method>): readonly (Holder | Contact | Method)[] {
  const choices = [
    factor,
    ...contacts.filter(({ roles }) => roles.some((role) => accountingRoles.includes(role))),
    ...methods.filter(({ isPreferred, status }) => isPreferred && status === 'ACTIVE'),
    company,
  ];
  return choices.filter((choice) => choice !== undefined);
}

const freeMailHosts: ReadonlySet<string> = new Set(
  `aol.com gmail.com gmx.com gmx.net googlemail.com hotmail.com icloud.com live.com mail.com mail.ru msn.com outlook.com
   proton.me protonmail.com yahoo.com yandex.com ymail.com zoho.com`.split(/\s+/),
);

/** An address that anybody can have, whatever company it names itself after. */
export const isFreeMail = (email: string): boolean => freeMailHosts.has(email.split('@').at(-1)?.toLowerCase() ?? '');
