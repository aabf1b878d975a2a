import type { PageForm, RefusalData } from "./page-form.ts"

/** A scope that an app asks for. */
export interface AskedScopeData {
  scope: string
  /** What it allows, in plain words. */
  words: string
  note: string | null
  /** It is ticked: at first, or when the form was sent. */
  isTicked: boolean
}

export interface ConsentData {
  clientName: string
  clientId: string
  /** Where the browser goes afterwards. */
  redirectHost: string
  /** That is a program on the person's own computer: any of them could be asking. */
  isLoopback: boolean
  /** Who is signed in. */
  email: string
  scopes: AskedScopeData[]
  workspaces: { slug: string; name: string; role: string }[]
  unusedDays: number
  longestDays: number
  /**
   * Fields: `decision` (`allow` or `deny`); to allow, also `reach` (`one` or `every`), `workspace` (a slug), and one
   * for each scope that stays, by its name.
   */
  form: PageForm
  /** What was chosen before, or the first choice. */
  reach: "one" | "every"
  workspace: string
  /** Makes a workspace, and leads back here. */
  newWorkspacePath: string
  connectionsPath: string
  refusal: RefusalData | null
}
