/** The address of the assistant's model, from `SVC_MODEL_URL`. */
export type ModelAddress = { readonly wire: "commands" } | RemoteModel

export interface RemoteModel {
  /** `anthropic`: the Messages API. `openai`: chat completions, which most local servers also have. */
  readonly wire: "anthropic" | "openai"
  /** The address before `/messages` or `/chat/completions`. */
  readonly baseUrl: string
  readonly model: string
  /** The most tokens of a request and its answer together. */
  readonly windowTokens: number
  readonly accepts: { readonly images: boolean; readonly pdf: boolean }
  /** How much the model thinks before it answers. Absent: the provider's default. */
  readonly effort?: Effort
}

const efforts = ["none", "low", "medium", "high"] as const
export type Effort = (typeof efforts)[number]

const anthropicApi = "https://api.anthropic.com/v1"

/** The model where the settings name none. Where they contain no key for it, owners enter one for their workspace. */
export const usualModel = "anthropic:claude-sonnet-5"

/** The assumed tokens where the address has no `window`. Local servers often give a model much less. */
const windows = { anthropic: 200_000, openai: 32_768 }

/** Thinking counts as output: `medium` leaves room for text. */
const usualEffort = "medium"

const named = /^anthropic:(?!\/)([\w.:@/-]{1,200})(?:\?effort=([a-z]+))?$/
const placed = /^(anthropic|openai)(\+https)?:\/\/(.+)$/

/**
 * `commands:`, `anthropic:<model>`, or `anthropic://host:port/?model=…` and `openai://host:port/v1?model=…` (plain
 * http; `anthropic+https://`, `openai+https://`), with `&window=`, `&reads=images,pdf` and `&effort=`.
 */
export function readModelAddress(text: string): ModelAddress | undefined {
  if (text === "commands:") return { wire: "commands" }
  const [, model, effortText = usualEffort] = named.exec(text) ?? []
  if (model !== undefined) {
    const effort = effortOf(effortText)
    const known = { windowTokens: windows.anthropic, accepts: { images: true, pdf: true } }
    return effort && { wire: "anthropic", baseUrl: anthropicApi, model, effort, ...known }
  }
  const [, wire, tls, rest] = placed.exec(text) ?? []
  if (wire !== "anthropic" && wire !== "openai") return undefined
  const url = URL.parse(`${tls ? "https" : "http"}://${rest}`)
  return url ? readPlace(wire, url) : undefined
}

function readPlace(wire: RemoteModel["wire"], url: URL): RemoteModel | undefined {
  const { model, window = String(windows[wire]), reads = "", effort: effortText, ...others } = Object.fromEntries(url.searchParams) // biome-ignore format: one thought
  const effort = effortText === undefined ? undefined : effortOf(effortText)
  if (effortText !== undefined && !effort) return undefined
  const files = reads.split(",").filter(Boolean)
  const isOdd = Object.keys(others).length > 0 || url.username || url.password || url.hash
  if (!model || isOdd || !/^[\w.:@/-]{1,200}$/.test(model) || !/^\d{4,8}$/.test(window)) return undefined
  if (!files.every((kind) => kind === "images" || kind === "pdf")) return undefined
  const path = url.pathname.replace(/\/+$/, "")
  return {
    wire,
    // The path of the Messages API is always /v1/messages. The path of chat completions differs between servers.
    baseUrl: `${url.origin}${path === "" && wire === "anthropic" ? "/v1" : path}`,
    model,
    windowTokens: Number(window),
    accepts: { images: files.includes("images"), pdf: files.includes("pdf") },
    ...(effort && { effort }),
  }
}

const effortOf = (text: string): Effort | undefined => efforts.find((effort) => effort === text)

/** How long a model at this address may be silent, in milliseconds. On the own network it may read for minutes. */
export const usualSilenceMs = ({ baseUrl }: RemoteModel): number =>
  isOwnNetwork(new URL(baseUrl).hostname) ? 600_000 : 60_000

/** Whether no request is answered there without a key. */
export const wantsKey = (address: RemoteModel): boolean => address.baseUrl === anthropicApi

/** Whether a key sent there could be read in transit: plain http to a host outside one's own network. */
export function sendsKeysReadably(address: ModelAddress): boolean {
  if (address.wire === "commands" || address.baseUrl.startsWith("https:")) return false
  const { hostname } = new URL(address.baseUrl)
  return !isOwnNetwork(hostname)
}

/** RFC 1918, RFC 4193, loopback, link-local; and names that public name servers do not resolve (RFC 6762, RFC 8375). */
function isOwnNetwork(hostname: string): boolean {
  if (/^\[(::1|f[cd][\da-f]{2}:.*|fe80:.*)\]$/.test(hostname)) return true
  if (/^(127|10)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\./.test(hostname) && /^[\d.]+$/.test(hostname))
    return true
  return /^[^.:[\]]+$/.test(hostname) || /\.(localhost|local|internal|lan|home\.arpa)$/.test(hostname)
}
