/** Third-party servers that speak MCP over Streamable HTTP. None of their data is trusted. */
export interface ToolServers {
  /** True where the installation allows no tool server. */
  readonly isOff: boolean
  /** Whether the installation allows a server at this address. */
  mayAttach(url: string): boolean
  /** Connects to a server for a few calls. @throws ToolServerFailure */
  open(server: ServerAddress, signal: AbortSignal): Promise<ToolServerClient>
  /** The client is the metadata document, a known or typed one, or a new registration. @throws ToolServerFailure */
  beginSignIn(wanted: WantedSignIn, signal: AbortSignal): Promise<BegunSignIn>
  /** @throws ToolServerFailure `unauthorized` for an answer of another issuer, or a refused code. */
  finishSignIn(begun: Omit<BegunSignIn, "authorizationUrl">, answer: SignInAnswer, signal: AbortSignal): Promise<Tokens>
  /** @throws ToolServerFailure `unauthorized` where the token is refused. */
  refresh(at: SignInPlace, refreshToken: string, signal: AbortSignal): Promise<Tokens>
  /** Revokes a token (RFC 7009), if the server can. */
  revoke(at: SignInPlace, token: string, signal: AbortSignal): Promise<void>
}

export interface ServerAddress {
  /** Has https, except for a peer that a test or a developer allows. */
  readonly url: string
  /** The bearer token, sent to this origin only. */
  readonly bearer?: string
}

export interface ToolServerClient {
  /** All tools, each cleaned and limited by itself. `mayBeKept`: a list that is fresh by the server's own word will do. */
  listTools(which?: { mayBeKept: boolean }): Promise<ToolList>
  /** Calls a listed tool. The answer is cleaned and limited; `isError` is the server's claim. */
  callTool(name: string, args: object): Promise<ToolAnswer>
  close(): Promise<void>
}

/** A server's tools. A tool that exceeds a limit is in `leftOut`, with the reason. */
export interface ToolList {
  readonly tools: readonly ListedTool[]
  readonly leftOut: readonly { readonly name: string; readonly why: string }[]
  /** How long the server promises that the list stays as it is; 0 where it promises nothing. */
  readonly freshMs: number
  /** Whether the list is for this sign-in only. */
  readonly isPrivate: boolean
}

export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Whether the server's description was longer than the limit. */
  readonly isDescriptionCut?: true
  /** Whether its list was for one sign-in only. */
  readonly isPrivate?: true
  readonly inputSchema: object
  readonly outputSchema?: object
  /** The server's claim. It may change the default level, and never raises a ceiling. */
  readonly isReadOnly: boolean
  readonly annotations: object
}

export interface ToolAnswer {
  /** Empty where it only repeats `structured`. */
  readonly text: string
  readonly structured?: unknown
  readonly pictures?: readonly ToolPicture[]
  /** A sentence about the answer's fault. */
  readonly note?: string
  readonly isError: boolean
}

export interface ToolPicture {
  readonly mediaType: string
  readonly base64: string
}

/** The issuer and the client to sign in with. Plain JSON; contains the client's secret. */
export interface SignInPlace {
  readonly issuer: string
  /** The authorization server's metadata (RFC 8414); absent where it publishes none. */
  readonly metadata?: object
  /** The resource that the tokens are for (RFC 8707). */
  readonly resource?: string
  readonly client: SignInClient
}

/** The client at an authorization server. `document`: the id is the address of its metadata document. */
export interface SignInClient {
  readonly how: "document" | "registered" | "typed"
  readonly id: string
  readonly secret?: string
}

export interface WantedSignIn {
  readonly url: string
  /** The header `WWW-Authenticate` of the server's refusal. */
  readonly challenge?: string
  /** The scope to request instead of the one that the server names. */
  readonly scope?: string
  readonly state: string
  /** The redirect URI, a different one for each issuer (RFC 9700 §4.4.2.2). */
  readonly redirectUriOf: (issuer: string) => string
  /** The installation's name for people. */
  readonly clientName: string
  /** The address of the client's metadata document for an issuer, if it is publicly reachable. */
  readonly documentUrlOf?: (issuer: string) => string
  /** The place of the earlier sign-in. Another issuer is refused. */
  readonly known?: SignInPlace
  /** The client that an admin registered by hand. */
  readonly typed?: { readonly id: string; readonly secret?: string }
  readonly mayRegister: boolean
}

export interface BegunSignIn {
  /** The address for the person's browser: https, or this machine for a developer. */
  readonly authorizationUrl: string
  /** The secret of RFC 7636. */
  readonly verifier: string
  readonly redirectUri: string
  readonly place: SignInPlace
}

export interface SignInAnswer {
  readonly code: string
  /** RFC 9207. */
  readonly iss?: string
}

export interface Tokens {
  readonly access: string
  readonly refresh?: string
  /** The token's lifetime in seconds. */
  readonly expiresIn?: number
  readonly scope?: string
}

interface FailureFacts {
  cause?: unknown
  challenge?: string | undefined
  redirectUri?: string
  said?: string | undefined
  retryAfterSeconds?: number | undefined
  isUnsent?: boolean
  code?: number | undefined
  wants?: readonly string[]
}

export class ToolServerFailure extends Error {
  readonly reason:
    | "address"
    | "unreachable"
    | "unauthorized"
    | "insufficient scope"
    /** The server answered that it did not do what was asked. */
    | "refused"
    /** The server needs something that no client capability of ours offers, and did nothing. */
    | "asks for input"
    /** The result is of a kind that this service does not know: `said`. */
    | "unknown result"
    /** The server speaks no version of the protocol that this service speaks. It speaks those in `said`. */
    | "other version"
    /** The server or a gateway failed while it worked on the request. */
    | "broken"
    | "protocol"
    | "too large"
    | "silent"
    /** The sign-in needs a client that is registered by hand, and there is none. */
    | "no client"
    | "other issuer"
  /** The header `WWW-Authenticate` of a 401 or 403. */
  readonly challenge: string | undefined
  /** With `no client`: the redirect URI to register for a client that an admin makes by hand. */
  readonly redirectUri: string | undefined
  /** The server's own sentence about it, cleaned. Outsiders wrote it. */
  readonly said: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** Whether the server cannot have got the request. */
  readonly isUnsent: boolean
  /** The code of the JSON-RPC error. */
  readonly code: number | undefined
  /** With `asks for input`: the server's requests, in our words. */
  readonly wants: readonly string[]

  constructor(reason: ToolServerFailure["reason"], facts: FailureFacts = {}) {
    super(`The tool server failed: ${reason}.`, { cause: facts.cause })
    this.name = "ToolServerFailure"
    this.reason = reason
    this.challenge = facts.challenge
    this.redirectUri = facts.redirectUri
    this.said = facts.said
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.isUnsent = facts.isUnsent === true
    this.code = facts.code
    this.wants = facts.wants ?? []
  }
}
