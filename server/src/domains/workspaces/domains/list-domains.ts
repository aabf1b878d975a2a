import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { domain, toDomain } from "./domain.ts"
import { listDomainRows } from "./domain-store.ts"

export const listDomains = workspaceAction("member", "console", {
  input: z.object({}),
  output: z.object({ items: z.array(domain) }),
  async run(cx) {
    return { items: (await listDomainRows(cx)).map((row) => toDomain(cx, row)) }
  },
})
