import type { PageForm, RefusalData } from "./page-form.ts"

export interface NewWorkspaceData {
  /** Fields: `name`, `slug`, with what was typed before. */
  form: PageForm & { name: string; slug: string }
  /** The page that wanted a workspace; it goes along as `return_to`. Null leads into the new workspace. */
  returnTo: string | null
  refusal: RefusalData | null
}
