import type { PageForm, RefusalData } from "../page-form.ts"

export interface NewWorkspaceData {
  /** Fields: `name`, `slug`, with what was typed before. */
  form: PageForm & { name: string; slug: string }
  refusal: RefusalData | null
}
