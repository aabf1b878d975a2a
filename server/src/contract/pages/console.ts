import type { AreaId } from "../console/areas.ts"
import type { FirstData, Role } from "../console/route.ts"
import type { VisitorData } from "./house.ts"

export interface WorkspaceHere {
  slug: string
  name: string
  logoPath: string | null
  role: Role
  /** The number of the last change that the whole document includes. */
  followsFrom: number
}

export interface ConsoleData {
  /** The route's title, for the frame that is shown until the scripts have loaded. */
  title: string
  island: {
    area: AreaId
    /** The path at which the area begins, such as `/account`. */
    base: string
    workspace: WorkspaceHere | null
    workspaces: { slug: string; name: string }[]
    visitor: VisitorData
    /** The visitor's account, which names this browser's local storage for them. */
    accountId: string
    /** Proves that changes come from this session's pages. */
    formToken: string
    /** The ids of pages that the sidebar lists only while they have content. */
    due: string[]
    firstData: FirstData
  }
}
