/**
 * An `inquiry` takes no money, and ends `closed` or `open`. An `answered` dispute has its evidence. A `lost` one may be
 * `appealed`. A `prevented` one never began.
 */
export type DisputeState = "inquiry" | "closed" | "open" | "answered" | "won" | "lost" | "appealed" | "prevented"

export interface Dispute {
  id: string
  state: DisputeState
  /** Minor units of `currency`. */
  amountCents: number
  currency: string
  /** The processor's word for why, such as `fraudulent`. */
  reason: string
  /** Until when it can be answered, in epoch milliseconds; null when it cannot. */
  dueBy: number | null
  /** Epoch milliseconds, by the processor's clock. */
  createdAt: number
}
