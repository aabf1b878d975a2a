import type { AreaId } from "../console/areas.ts"
import type { FirstData, Role } from "../console/route.ts"
import type { VisitorData } from "./house.ts"

export interface WorkspaceHere {
  slug: string
  name: string
  /** Null where it has no logo. */
  logoPath: string | null
  role: Role
  /** The number of its last change that all of the document knows of. */
  followsFrom: number
}

export interface ConsoleData {
  /** Of the route, for the frame that is shown until the scripts have come. */
  title: string
  island: {
    area: AreaId
    /** Where the area begins, such as `/account`. */
    base: string
    /** The one that the address names; null outside of the workspaces. */
    workspace: WorkspaceHere | null
    workspaces: { slug: string; name: string }[]
    visitor: VisitorData
    /** The visitor's account: what this browser keeps for them has its name. */
    accountId: string
    /** Shows changes to be this session's own. */
    formToken: string
    /** The ids of pages that have a place at the side only while there is something on them. */
    due: string[]
    firstData: FirstData
  }
}
