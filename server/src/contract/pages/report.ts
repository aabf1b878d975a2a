import type { PageForm, RefusalData } from "./page-form.ts"

export interface ReportData {
  /** Fields: `about`, `reason`, `words`, `email`, with the typed values. */
  form: PageForm & { about: string; reason: string; words: string; email: string }
  reasons: { value: string; label: string }[]
  /** The most characters of `words`. */
  longest: number
  wasSent: boolean
  refusal: RefusalData | null
}
