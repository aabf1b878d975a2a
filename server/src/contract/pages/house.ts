import type { PageForm } from "./page-form.ts"

/** What every page knows. */
export interface House {
  brandName: string
  /** Payments are a sandbox's: no money moves, and every page says so. */
  isSandbox: boolean
  /** Who is signed in; null for everybody else, and where something failed. */
  visitor: VisitorData | null
  /** How the reader's language writes numbers and times, as a BCP 47 tag. */
  locale: string
}

export interface VisitorData {
  accountId: string
  /** Empty when they have not told it. */
  name: string
  email: string
  /** Whether they are one of those who run the service. */
  isOperator: boolean
  signOut: PageForm
}
