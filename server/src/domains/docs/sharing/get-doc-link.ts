import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { docId } from "../doc-input.ts"
import { docLink, findDocLink } from "./doc-link.ts"

export const getDocLink = workspaceAction("viewer", "console", {
  input: z.strictObject({ id: docId }),
  output: docLink,
  run: (cx, { id }) => findDocLink(cx, cx, id),
})
