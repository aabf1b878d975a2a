import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { attachedElsewhere } from "../workspace-errors.ts"
import { hasTxt, limitChecks, ownershipValue } from "./domain-records.ts"
import { isAttachedElsewhere } from "./domain-store.ts"
import { readHostname } from "./hostname.ts"

/**
 * Returns whether a domain has the TXT record that proves control of its DNS. Does not attach it. A caller learns that
 * it is attached elsewhere only after setting the record, because the users of this service are not public.
 */
export const checkDomain = publicAction({
  input: z.object({
    domain: z
      .string()
      .min(3)
      .max(253)
      .describe("A bare hostname, such as `shop.example.com`; names in other scripts are taken too.")
      .meta({ examples: ["shop.example.com"] }),
  }),
  output: z
    .object({
      verified: z.boolean().describe("Whether the record is there."),
      expectedRecord: z
        .string()
        .optional()
        .describe(
          "The value of the TXT record to add at the domain itself, while it is not there. A name with a CNAME cannot have one: add the record first, or remove the CNAME for the check.",
        )
        .meta({ examples: ["svc-verify=shop.example.com"] }),
    })
    .meta({ id: "DomainCheck", description: "Whether a domain shows who controls it." }),

  async run(cx, { domain }) {
    const hostname = readHostname(domain, cx.addresses)
    await limitChecks(cx, hostname, cx.exchange.network ?? "unknown")
    const expectedRecord = ownershipValue(hostname)
    if (!(await hasTxt(cx, hostname, expectedRecord))) {
      cx.exchange.doNotStore()
      return { verified: false, expectedRecord }
    }
    const accountId = cx.caller.kind === "anonymous" ? null : cx.caller.accountId
    if (await isAttachedElsewhere(cx, hostname, accountId)) throw attachedElsewhere()
    return { verified: true }
  },
})
