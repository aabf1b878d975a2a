import type { FirstData } from "../../console/first-data.ts"
import type { VisitorData } from "../house.ts"

export interface ConsoleData {
  /** Of the route, for the frame that is shown until the scripts have come. */
  title: string
  island: {
    workspace: { slug: string; name: string; role: "owner" | "admin" | "member" | "viewer" }
    workspaces: { slug: string; name: string }[]
    visitor: VisitorData
    /** Shows changes to be this session's own. */
    formToken: string
    firstData: FirstData
  }
}
