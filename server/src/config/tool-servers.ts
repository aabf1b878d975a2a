import { z } from "zod"

const toolServersSay =
  "must be `off`, `any`, or hosts such as `mcp.example.com`, separated by commas, and perhaps `loopback`"
const isHost = (part: string) =>
  URL.parse(`https://${part}/`)?.hostname === part && !/^([\d.]+|\[.*|any|off)$/.test(part)

/** The tool servers that may be attached: none, any, or those at the named hosts; and whether local ones may be. */
export const toolServersSchema = z.string().transform((text, check) => {
  const parts = text.split(",").map((part) => part.trim())
  const named = parts.filter((part) => part !== "loopback" && part !== "")
  const isLoopbackAllowed = parts.includes("loopback")
  const [first = "off"] = named
  if (named.length <= 1 && (first === "off" || first === "any")) {
    return { hosts: first, isLoopbackAllowed } as const
  }
  if (!named.every(isHost)) check.addIssue({ code: "custom", message: toolServersSay })
  return { hosts: named, isLoopbackAllowed }
})
