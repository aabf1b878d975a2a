import type { Outside } from "#access/context.ts"
import type { SignInPlace, Tokens } from "#adapters/tool-servers/port.ts"
import { sealedToolTokens } from "../places/index.ts"
import type { TokenRow } from "./token-store.ts"

/** What is sealed: the tokens, and for those of a sign-in where they are from, so that they can be revoked there. */
export interface Opened {
  readonly tokens: Tokens
  readonly place?: SignInPlace
}

type Keys = Pick<Outside, "keyring">

/** Seals a token, bound to its row. */
export function sealToken({ keyring }: Keys, id: string, opened: Opened): string {
  return keyring.seal(sealedToolTokens.purpose, sealedToolTokens.place(id), JSON.stringify(opened))
}

/** Opens the token of a row. */
export function openToken({ keyring }: Keys, { id, token_sealed }: TokenRow): Opened {
  return JSON.parse(keyring.open(sealedToolTokens.purpose, sealedToolTokens.place(id), token_sealed))
}
