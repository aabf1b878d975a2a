import { readFileSync } from "node:fs"
import { parseEnv } from "node:util"

const page = readFileSync(new URL("../../../../docs/operations/install.md", import.meta.url), "utf8")

const [settings = {}, compose = {}] = [...page.matchAll(/^```ini\n(.*?)^```/gms)].map(
  ([, block = ""]) => parseEnv(block) as Record<string, string>,
)

/** The settings of production that the handbook shows, with a secret key. */
export const productionSettings = { ...settings, SVC_SECRET_KEY: "a secret key of thirty-two characters" }

/** The variables of the Compose file that the handbook shows, with digests and passwords in place of the ellipses. */
export const composeVariables = Object.fromEntries(
  Object.entries(compose).map(([name, text]) => [name, text.replace("…", text.includes("@") ? "0".repeat(64) : "x1")]),
)
