/** Servers of others that speak MCP over Streamable HTTP. All that they say is data, and none of it is trusted. */
export interface ToolServers {
  /** Whether none may be attached here at all. */
  readonly isOff: boolean
  /** Whether a server may be attached here, by its address: the installation's word. */
  mayAttach(url: string): boolean
  /**
   * Connects to a server for a few calls.
   *
   * @throws ToolServerFailure
   */
  open(server: ServerAddress, signal: AbortSignal): Promise<ToolServer>
  /**
   * Finds out how one signs in to a server, and who we are there: by our own document, by what was registered or typed
   * before, or by registering, where that is allowed.
   *
   * @throws ToolServerFailure
   */
  beginSignIn(wanted: WantedSignIn, signal: AbortSignal): Promise<BegunSignIn>
  /**
   * Redeems a code at the very server that it was asked of.
   *
   * @throws ToolServerFailure `unauthorized` where the answer came from another issuer, or the code is not taken.
   */
  finishSignIn(begun: Omit<BegunSignIn, "authorizationUrl">, answer: SignInAnswer, signal: AbortSignal): Promise<Tokens>
  /** @throws ToolServerFailure `unauthorized` where it is not taken any more. */
  refresh(at: SignInPlace, refreshToken: string, signal: AbortSignal): Promise<Tokens>
  /** Revokes a token (RFC 7009), if the server can. */
  revoke(at: SignInPlace, token: string, signal: AbortSignal): Promise<void>
}

export interface ServerAddress {
  /** https, except for a peer that a test or a developer allows. */
  readonly url: string
  /** What goes into `Authorization`, to this origin alone. */
  readonly bearer?: string
}

export interface ToolServer {
  /** Every tool, cleaned and limited. */
  listTools(): Promise<Offer>
  /** Calls one. The answer is cleaned and limited; `isError` is what the server says. */
  callTool(name: string, args: object): Promise<ToolAnswer>
  close(): Promise<void>
}

/** What a server offers. A tool that passes a limit is left out, and named with what is wrong with it. */
export interface Offer {
  readonly tools: readonly OfferedTool[]
  readonly leftOut: readonly { readonly name: string; readonly why: string }[]
}

/** A tool as a server describes it. */
export interface OfferedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  readonly outputSchema?: object
  /** The server's word: it may choose a default, and never lifts a ceiling. */
  readonly isReadOnly: boolean
  readonly annotations: object
}

export interface ToolAnswer {
  readonly text: string
  readonly structured?: unknown
  readonly isError: boolean
}

/** Where one signs in for a server, and as which client. Plain JSON. Its client's secret is one. */
export interface SignInPlace {
  readonly issuer: string
  /** What the authorization server says of itself (RFC 8414); absent where it says nothing. */
  readonly metadata?: object
  /** What the tokens are for (RFC 8707). */
  readonly resource?: string
  readonly client: SignInClient
}

/** Who we are at an authorization server. `document`: the id is the address of a document of ours. */
export interface SignInClient {
  readonly how: "document" | "registered" | "typed"
  readonly id: string
  readonly secret?: string
}

export interface WantedSignIn {
  readonly url: string
  /** The header `WWW-Authenticate` with which the server refused, if it did. */
  readonly challenge?: string
  /** What is asked for in place of what the server names. */
  readonly scope?: string
  readonly state: string
  /** The address to which an authorization server sends people back: another one for each issuer (RFC 9700 §4.4.2.2). */
  readonly redirectUriOf: (issuer: string) => string
  /** The name by which people know this installation. */
  readonly clientName: string
  /** The address of our own document for an issuer, if others can reach it. */
  readonly documentUrlOf?: (issuer: string) => string
  /** What was found out and agreed before. Another issuer is refused. */
  readonly known?: SignInPlace
  /** What an admin was given by the server. */
  readonly typed?: { readonly id: string; readonly secret?: string }
  readonly mayRegister: boolean
}

export interface BegunSignIn {
  /** Where the person goes: https, or this machine for a developer. */
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
  /** In seconds. */
  readonly expiresIn?: number
  readonly scope?: string
}

interface FailureFacts {
  cause?: unknown
  challenge?: string
  redirectUri?: string
}

/** Why a server could not be used. */
export class ToolServerFailure extends Error {
  readonly reason:
    | "address"
    | "unreachable"
    | "unauthorized"
    | "insufficient scope"
    | "protocol"
    | "too large"
    | "silent"
    /** It asks for a sign-in that needs a client of ours there, and there is none. */
    | "no client"
    /** Its sign-in is at another issuer than it was. */
    | "other issuer"
  /** The header `WWW-Authenticate` of a 401 or 403. */
  readonly challenge: string | undefined
  /** With `no client`: the redirect URI that a client made by hand is registered with. */
  readonly redirectUri: string | undefined

  constructor(reason: ToolServerFailure["reason"], { cause, challenge, redirectUri }: FailureFacts = {}) {
    super(`The tool server failed: ${reason}.`, { cause })
    this.name = "ToolServerFailure"
    this.reason = reason
    this.challenge = challenge
    this.redirectUri = redirectUri
  }
}
