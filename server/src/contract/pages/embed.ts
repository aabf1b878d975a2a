import type { PayData } from "./pay.ts"

export interface EmbedData extends PayData {
  island: PayData["island"] & {
    /** The origins whose pages may frame the checkout, and to which it sends messages. */
    sites: string[]
  }
}
