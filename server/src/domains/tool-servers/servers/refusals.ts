import { ToolServerFailure } from "#adapters/tool-servers/port.ts"
import { ServiceError } from "#kernel/error.ts"

type Reason = ToolServerFailure["reason"]

/** One sentence for every cause of an unreachable server, so that it reveals nothing about our own network. */
const unreachable = "The tool server could not be reached."
const notReached = [
  unreachable,
  "Check its address: a public https address that speaks MCP over Streamable HTTP.",
] as const

const sentences: Readonly<Record<Reason, readonly [sentence: string, hint: string]>> = {
  ...{ address: notReached, unreachable: notReached, silent: notReached },
  protocol: ["The tool server answered in a way that is not MCP.", "Check its address, or ask those who run it."],
  "too large": ["The tool server answered more than is taken.", "A list has at most 256 tools, an answer 1 MB."],
  unauthorized: ["The tool server does not let us in.", "Sign in to it again on the page of tool servers."],
  "insufficient scope": [
    "The tool server asks for more rights than the sign-in gave.",
    "Sign in to it again on the page of tool servers, if you want to give them.",
  ],
  "no client": [
    "The tool server lets only known apps sign in.",
    "Register an app there by hand. Then attach the server again with the client ID of that app, and its secret if it has one.",
  ],
  "other issuer": [
    "The tool server has people sign in somewhere else than when it was attached.",
    "An admin looks at it, detaches it, and attaches it again if that is meant.",
  ],
}

/** Turns a server's failure into a refusal. Returns any other error as it is. The cause is only for the log. */
export function refusalFor(error: unknown): unknown {
  if (!(error instanceof ToolServerFailure)) return error
  const [message, hint] = sentences[error.reason]
  return new ServiceError("conflict", message, { hint: [...factsOf(error), hint].join(" "), cause: error })
}

function factsOf({ reason, challenge, redirectUri }: ToolServerFailure): string[] {
  const asked = reason === "insufficient scope" ? scopeOf(challenge) : undefined
  if (asked !== undefined) return [`It asks for: ${asked}.`]
  return redirectUri === undefined ? [] : [`The redirect URI of the app is ${redirectUri}.`]
}

/** The scope that a server asks for (RFC 6750 section 3): printable characters only. */
function scopeOf(challenge = ""): string | undefined {
  return /scope="([\x21\x23-\x5b\x5d-\x7e ]{1,300})"/.exec(challenge)?.[1]
}

export function sentenceFor(failure: string): string {
  return Object.hasOwn(sentences, failure) ? sentences[failure as Reason][0] : unreachable
}

export const noSuchServer = () =>
  new ServiceError("not_found", "There is no such tool server in this workspace.", {
    hint: "List the workspace's tool servers to see their ids.",
  })
