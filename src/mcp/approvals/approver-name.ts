/** Person at the approvals page. */
export interface Approver {
  /** The name that the person gives, or that the issuer vouches for. */
  readonly name: string;
  /** The user of the operating system, or of the issuer, which a name cannot hide. */
  readonly user: string;
  /** Issuer that `user` comes from; absent where `user` is the operating system's. */
  readonly issuer?: string | undefined;
  /** Plans that the person sees and decides: all of them, or their own that need no second person. */
  readonly decides: 'everything' | 'own';
}
