import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { docId } from "../doc-input.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"
import { findMemberName } from "./member-name-store.ts"

/** Checks that the caller may open a doc for live reading or writing. Viewers may only read. */
export const enterDoc = workspaceAction("viewer", "console", {
  input: z.object({ id: docId }),
  output: z.object({
    id: z.string(),
    role: z.enum(["owner", "admin", "member", "viewer"]),
    name: z.string().describe("What the others in the doc read at their cursor."),
    accountId: z.string(),
    workspaceId: z.custom<WorkspaceId>((value) => typeof value === "string"),
  }),
  async run(cx, { id }) {
    if (!(await findDoc(cx, id))) throw noSuchDoc()
    const { accountId, workspaceId, role } = cx
    return { id, role, name: await findMemberName(cx), accountId, workspaceId }
  },
})
