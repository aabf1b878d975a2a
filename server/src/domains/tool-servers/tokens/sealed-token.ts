import type { Outside } from "#access/context.ts"
import type { SignInPlace, Tokens } from "#adapters/tool-servers/port.ts"
import { sealedToolTokens } from "../places/index.ts"
import type { TokenRow } from "./token-store.ts"

/** The sealed value: the tokens, and for OAuth tokens the place where they are refreshed and revoked. */
export interface TokenSecrets {
  readonly tokens: Tokens
  readonly place?: SignInPlace
}

type Keys = Pick<Outside, "keyring">

export function sealToken({ keyring }: Keys, id: string, secrets: TokenSecrets): string {
  return keyring.seal(sealedToolTokens.purpose, sealedToolTokens.place(id), JSON.stringify(secrets))
}

export function unsealToken({ keyring }: Keys, { id, token_sealed }: TokenRow): TokenSecrets {
  return JSON.parse(keyring.unseal(sealedToolTokens.purpose, sealedToolTokens.place(id), token_sealed))
}
