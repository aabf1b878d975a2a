import type { PageForm } from "./page-form.ts"

export interface House {
  brandName: string
  /** Whether payments use a sandbox: no money moves, and every page says so. */
  isSandbox: boolean
  /** The signed-in visitor; null for other visitors, and on some error pages. */
  visitor: VisitorData | null
  /** The BCP 47 tag by which numbers and times are formatted. */
  locale: string
  /** The colour scheme that the visitor chose in this browser. */
  theme: "light" | "dark" | "system"
}

export interface VisitorData {
  accountId: string
  /** Empty without a name. */
  name: string
  email: string
  isOperator: boolean
  signOut: PageForm
}
