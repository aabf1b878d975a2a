import type { PageForm, RefusalData } from "./page-form.ts"

export interface TrashedWorkspacesData {
  workspaces: {
    slug: string
    name: string
    /** Epoch milliseconds. */
    deletedAt: number
    restorableUntil: number
    isOwn: boolean
  }[]
  /** Restores the workspace of its field `slug`. */
  form: PageForm
  refusal: RefusalData | null
}
