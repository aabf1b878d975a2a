import type { PageForm, RefusalData } from "./page-form.ts"

export interface ReportData {
  /** Fields: `about`, `reason`, `words`, `email`, with what was typed before. */
  form: PageForm & { about: string; reason: string; words: string; email: string }
  reasons: { value: string; label: string }[]
  /** How many characters the words may have. */
  longest: number
  wasSent: boolean
  refusal: RefusalData | null
}
