/** Somebody who may get a party's mail. */
export interface MailContact {
  readonly email: string | null;
  /** What the contact is for, in the API's words. */
  readonly roles: readonly string[];
  /** Null where the API does not say it. */
  readonly isPrimary: boolean | null;
}

/** Who gets a customer's invoices: all contacts for billing, else the first primary one. */
export function invoiceContacts<Contact extends MailContact>(contacts: readonly Contact[]): readonly Contact[] {
  const reachable = contacts.filter(({ email }) => email !== null);
  const billing = reachable.filter(({ roles }) => roles.includes('BILLING'));
  return billing.length > 0 ? billing : reachable.filter(({ isPrimary }) => isPrimary === true).slice(0, 1);
}

interface PaymentMethod {
  readonly email: string | null;
  readonly isPreferred: boolean;
  readonly status: string | null;
}

interface Payee<Holder, Contact, Method> {
  readonly factor: Holder | undefined;
  readonly contacts: readonly Contact[];
  readonly methods: readonly Method[];
  readonly company: Holder | undefined;
}

const accountingRoles = ['ACCOUNTING', 'BILLING'];

/**
 * Where a remittance advice may go, the first choice first: the factor, the payee's contacts for accounting, the payment
 * method in use, the company itself.
 */
export function remittanceChoices<
  Holder extends Pick<MailContact, 'email'>,
  Contact extends MailContact,
  Method extends PaymentMethod,
>({ factor, contacts, methods, company }: Payee<Holder, Contact, Method>): readonly (Holder | Contact | Method)[] {
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
