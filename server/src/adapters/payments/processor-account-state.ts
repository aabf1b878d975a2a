export type ProcessorAccountFault =
  /** The key was revoked, has expired, or was copied wrongly. */
  | "secret-refused"
  /** The key may not do what selling needs. */
  | "right-missing"
  | "cannot-charge"
  /** The processor account has withdrawn our access. */
  | "disconnected"

export interface ProcessorAccountState {
  /** Its id at the processor (`acct_…`); null where the key may not read it. */
  processorId: string | null
  fault: ProcessorAccountFault | null
}
