import type { PageForm, RefusalData } from "./page-form.ts"

export interface NewWorkspaceData {
  /** Fields: `name`, `slug`, with the typed values. */
  form: PageForm & { name: string; slug: string }
  /** The service's host, which precedes the slug in addresses. */
  host: string
  /** The page that needs a workspace, posted as `return_to`. Null: the new workspace opens afterwards. */
  returnTo: string | null
  refusal: RefusalData | null
}
