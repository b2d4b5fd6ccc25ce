/** Who sits in front of the approvals page. */
export interface Approver {
  /** The name that the person gives. */
  readonly name: string;
  /** The user of the operating system, which a name cannot hide. */
  readonly user: string;
}
