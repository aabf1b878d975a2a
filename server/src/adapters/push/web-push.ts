import { ServiceError } from "#kernel/error.ts"
import { retryAfterOf } from "#kernel/time/retry-after.ts"
import type { HttpFetch } from "../http-fetch/port.ts"
import type { Push, Pushed, PushMessage, PushTarget } from "./port.ts"

const timeoutMs = 10_000

/** Posts with the guarded fetch: browsers send the addresses, so they are untrusted. `now` is epoch milliseconds. */
export function openWebPush(http: HttpFetch, now: () => number): Push {
  return {
    makeKeys: async () => (await library()).generateVAPIDKeys(),

    async accepts(target) {
      if (!isEndpoint(target.endpoint)) return false
      const { generateRequestDetails } = await library()
      try {
        generateRequestDetails(target, "x", { vapidDetails: null as never })
        return true
      } catch {
        return false
      }
    },

    async send(target, message) {
      const { headers, body } = await toRequest(target, message)
      try {
        const answer = await http.post(target.endpoint, { body, headers, timeoutMs })
        return read(answer, now())
      } catch (error) {
        if (error instanceof ServiceError) return { outcome: "later", afterMs: 0 }
        throw error
      }
    },
  }
}

/** Loaded at the first message: few installations push at their start. */
const library = async () => (await import("web-push")).default

async function toRequest(target: PushTarget, { text, ttlSeconds, topic, keys, subject }: PushMessage) {
  const { generateRequestDetails } = await library()
  const { headers, body } = generateRequestDetails(target, text, {
    vapidDetails: { subject, ...keys },
    TTL: ttlSeconds,
    topic,
    contentEncoding: "aes128gcm",
  })
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return { headers: Object.fromEntries(texts) as Record<string, string>, body: body as Buffer }
}

/** RFC 8030 §5: 201 is success; 404 and (§7.3) 410 end a subscription. 429 and server faults are temporary. */
function read({ status, headers }: { status: number; headers: Record<string, string> }, now: number): Pushed {
  if (status >= 200 && status < 300) return { outcome: "taken" }
  if (status === 404 || status === 410) return { outcome: "gone" }
  if (status === 429 || status >= 500)
    return { outcome: "later", afterMs: retryAfterOf(headers["retry-after"], now) ?? 0 }
  return { outcome: "refused", status }
}

/** Whether it is https, and no address of GCM, which Google has shut down and the library treats differently. */
function isEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, username, password, host, pathname } = new URL(endpoint)
  const isEnded = host === "android.googleapis.com" && pathname.startsWith("/gcm/")
  return protocol === "https:" && username === "" && password === "" && !isEnded
}
