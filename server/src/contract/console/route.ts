/** One question that a page asks before it is shown. `isList`: its answer comes in parts, and this is the first one. */
export interface Read {
  name: string
  input: Readonly<Record<string, unknown>>
  isList: boolean
}

/** What a page asks for and what was answered, as the browser's cache takes it. */
export type FirstData = readonly (readonly [Read, unknown])[]

/** Where somebody is: the parts of the address that are named in the path, its search parameters, and their role. */
export interface Here {
  params: Readonly<Record<string, string>>
  search: Readonly<Record<string, string>>
  /** In the workspace; null outside of one. */
  role: Role | null
}

/** As the service has them. */
export type Role = "owner" | "admin" | "member" | "viewer"

export interface ConsoleRoute {
  /** Names the folder of what draws it: `web/src/console/<id>`. */
  id: string
  /** Below the beginning of its area; `$name` stands for any part. */
  path: string
  title: string
  /** The heading that it stands below in the sidebar; left out, it has no place there. */
  group?: string
  /** The letter that leads here after G. */
  key?: string
  /** It has its place in the sidebar only while what it reads first is not empty, and while somebody is on it. */
  isSeldom?: true
  /** The weakest role in the workspace that has it. */
  role?: Role
  /** What it shows first. Both sides ask by this: the server for the first page of a visit, the browser for all others. */
  reads(here: Here): readonly Read[]
}

/** A question whose answer is one whole. */
export const read = (name: string, input: Read["input"] = {}): Read => ({ name, input, isList: false })

/** A question whose answer comes in parts. */
export const list = (name: string, input: Read["input"] = {}): Read => ({ name, input, isList: true })

/** Leaves out what an address does not say. */
export function given(input: Record<string, unknown>): Read["input"] {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== ""))
}
