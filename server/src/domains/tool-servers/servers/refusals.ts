import { ToolServerFailure } from "#adapters/tool-servers/port.ts"
import { notFound, ServiceError } from "#kernel/error.ts"

type Reason = ToolServerFailure["reason"]

/** One sentence for every cause of an unreachable server, so that it reveals nothing about our own network. */
const unreachable = "The tool server is unreachable."
const notReached = [unreachable, "Check the MCP server URL. It must be public and use HTTPS."] as const

export const ourVersions = "2024-10-07 to 2025-11-25, and 2026-07-28"

const sentences: Readonly<Record<Reason, readonly [sentence: string, hint: string]>> = {
  ...{ address: notReached, unreachable: notReached, silent: notReached },
  refused: ["The tool server refused the request.", "Try again later, or contact its provider."],
  "asks for input": [
    "The tool server asks for something this assistant cannot give yet.",
    "Use the tool where its server can ask you.",
  ],
  "unknown result": ["The tool server's result is of an unknown kind.", "Contact its provider."],
  "other version": [
    "The tool server speaks no version of MCP that this service speaks.",
    `This service speaks ${ourVersions}.`,
  ],
  broken: ["The tool server has an internal error.", "Try again later, or contact its provider."],
  protocol: ["This URL is not an MCP server.", "Check the URL or contact its provider."],
  "too large": ["The tool server's response is too large.", "The limits are 256 tools and 1 MB per response."],
  unauthorized: ["The tool server refused the sign-in.", "Sign in again under Settings → Tool servers."],
  "insufficient scope": [
    "The tool server needs more permissions.",
    "Sign in again under Settings → Tool servers to grant them.",
  ],
  "no client": [
    "The tool server requires a registered client.",
    "Register a client there, then add the server with its client ID.",
  ],
  "other issuer": [
    "The tool server's sign-in page has changed.",
    "If you trust the change, remove the server and add it again.",
  ],
}

/** Turns a server's failure into a refusal. Returns any other error as it is. The cause is only for the log. */
export function refusalFor(error: unknown): unknown {
  if (!(error instanceof ToolServerFailure)) return error
  const [message, hint] = sentences[error.reason]
  return new ServiceError("conflict", withWords(message, error), {
    hint: [...factsOf(error), hint].join(" "),
    cause: error,
  })
}

export function refusedCall(name: string, error: ToolServerFailure): ServiceError {
  const seconds = error.retryAfterSeconds
  const hint = seconds === undefined ? "Do not repeat it unchanged." : `Try again in ${seconds} seconds.`
  return new ServiceError("conflict", withWords(`${name} refused this.`, error), { hint, cause: error })
}

/** A server that asks for input has not carried out the call. */
export function unanswerable(name: string, error: ToolServerFailure): ServiceError {
  const message = withWords(`${name} asks for something this assistant cannot give yet.`, error)
  const hint = [...factsOf(error), "Do not repeat it. Use the tool where its server can ask the person."].join(" ")
  return new ServiceError("conflict", message, { hint, cause: error })
}

export function quotesServer(thrown: unknown): boolean {
  return thrown instanceof ServiceError && thrown.cause instanceof ToolServerFailure && thrown.cause.said !== undefined
}

const withWords = (sentence: string, { reason, said }: ToolServerFailure) =>
  said === undefined || reason === "other version" ? sentence : `${sentence.replace(/\.$/, "")}: ${said}`

function factsOf({ reason, challenge, redirectUri, wants, said }: ToolServerFailure): string[] {
  if (reason === "other version") return [`It speaks ${said}.`]
  const asked = reason === "insufficient scope" ? scopeOf(challenge) : undefined
  if (asked !== undefined) return [`Requested: ${asked}.`]
  if (wants.length > 0) return [`It asks for ${wants.join(" and ")}.`]
  return redirectUri === undefined ? [] : [`Redirect URI: ${redirectUri}`]
}

/** The scope that a server asks for (RFC 6750 section 3): printable characters only. */
function scopeOf(challenge = ""): string | undefined {
  return /scope="([\x21\x23-\x5b\x5d-\x7e ]{1,300})"/.exec(challenge)?.[1]
}

export function sentenceFor(failure: string): string {
  return Object.hasOwn(sentences, failure) ? sentences[failure as Reason][0] : unreachable
}

export const noSuchServer = () => notFound("Tool server not found.", "Choose one under Settings → Tool servers.")
