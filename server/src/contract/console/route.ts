/** A query that a page needs before it is shown. `isList`: it returns pages, and this is the first one. */
export interface Read {
  name: string
  input: Readonly<Record<string, unknown>>
  isList: boolean
}

/** A page's reads and their answers, in the form of the browser's cache. */
export type FirstData = readonly (readonly [Read, unknown])[]

/** The visited address and the visitor's role: the path's named parts and the search parameters. */
export interface Here {
  params: Readonly<Record<string, string>>
  search: Readonly<Record<string, string>>
  /** The role in the workspace; null outside of one. */
  role: Role | null
}

export type Role = "owner" | "admin" | "member" | "viewer"

export interface ConsoleRoute {
  /** Also the folder of the component that draws it: `web/src/console/<id>`. */
  id: string
  /** The path below the beginning of its area. `$name` matches any part. */
  path: string
  title: string
  /** Its heading in the sidebar. Absent: the sidebar does not list it. */
  group?: string
  /** The key that opens it after G. */
  key?: string
  /** The sidebar lists it only while its first read is not empty, or while it is open. */
  isSeldom?: true
  /** The weakest role that may open it. */
  role?: Role
  /** Its first reads. The server uses this for the first page of a visit, the browser for all others. */
  reads(here: Here): readonly Read[]
}

export const read = (name: string, input: Read["input"] = {}): Read => ({ name, input, isList: false })

export const list = (name: string, input: Read["input"] = {}): Read => ({ name, input, isList: true })

/** Drops values that the address does not contain. */
export function given(input: Record<string, unknown>): Read["input"] {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== ""))
}
