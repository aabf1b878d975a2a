/** Parts of external texts (such as an error's message) that may be a person's address or a capability. */
const secrets: [RegExp, string][] = [
  [/[^\s"'<>()=,;]+@[^\s"'<>()=,;]+/g, "[address]"],
  [/\b(?:sk|rk|whsec|cs|pi|seti)_\w{3,}/g, "[secret]"],
  [/\bBearer \S+/gi, "[secret]"],
  [/(?<![\w/-])[\w-]{40,}(?![\w/-])/g, "[secret]"],
  [/\?[^\s"']+/g, "?[query]"],
]

export function withoutSecrets(text: string): string {
  return secrets.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text)
}

const mostCauses = 5

/** The name and message of an error and of its causes, one a line, without addresses and secrets. */
export function faultText(thrown: unknown): string {
  const chain = [thrown]
  for (let at = thrown; at instanceof Error && at.cause !== undefined && chain.length < mostCauses; at = at.cause)
    chain.push(at.cause)
  return withoutSecrets(chain.map(String).join("\nCaused by: "))
}

/** The fields of a log line about an error: its name for the metrics, and its causes. */
export function faultFields(thrown: unknown): { error: string; causes: string } {
  return { error: thrown instanceof Error ? thrown.name : typeof thrown, causes: faultText(thrown).slice(0, 1_000) }
}
