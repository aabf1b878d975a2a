import type { Role } from "../console/route.ts"
import type { PageForm, RefusalData } from "./page-form.ts"

export interface AskedScopeData {
  scope: string
  words: string
  note: string | null
  /** Whether it is ticked: by default, or in the posted form. */
  isTicked: boolean
}

export type ConsentPageData = ({ step: "asks" } & ConsentData) | LeadsData | DecidedData

export interface LeadsData {
  step: "leads"
  title: string
  address: string
  redirectHost: string
  isLocal: boolean
}

export interface DecidedData {
  step: "decided"
  state: "allowed" | "connected" | "ended" | "denied"
  clientName: string
  connectionPath: string | null
}

export interface ConsentData {
  clientName: string
  clientId: string
  /** The host to which the browser is redirected afterwards. */
  redirectHost: string
  /** Whether that is a program on the person's own computer: any local program could have made the request. */
  isLocal: boolean
  email: string
  scopes: AskedScopeData[]
  workspaces: { slug: string; name: string; role: Role }[]
  unusedDays: number
  longestDays: number
  /** Fields: `decision` (`allow`, `deny`), `reach` (`one`, `every`), `workspace` (a slug), and one for each scope. */
  form: PageForm
  /** The posted choice, or the default. */
  reach: "one" | "every"
  workspace: string
  /** The page that creates a workspace and returns here. */
  newWorkspacePath: string
  connectionsPath: string
  refusal: RefusalData | null
}
