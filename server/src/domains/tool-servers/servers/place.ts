import type { Outside } from "#access/context.ts"
import type { SignInPlace } from "#adapters/tool-servers/port.ts"
import { sealedPlaces, sealedUrls } from "../places/index.ts"
import type { ServerRow } from "./server-store.ts"

type Keys = Pick<Outside, "keyring">

/** Sealed, because our client there may have a secret. */
export function sealPlace({ keyring }: Keys, id: string, place: SignInPlace): string {
  return keyring.seal(sealedPlaces.purpose, sealedPlaces.place(id), JSON.stringify(place))
}

export function unsealPlace({ keyring }: Keys, { id, place_sealed }: ServerRow): SignInPlace | undefined {
  if (place_sealed === null) return undefined
  return JSON.parse(keyring.unseal(sealedPlaces.purpose, sealedPlaces.place(id), place_sealed))
}

/** Sealed, because the address may hold a token. */
export function sealUrl({ keyring }: Keys, id: string, url: string): string {
  return keyring.seal(sealedUrls.purpose, sealedUrls.place(id), url)
}

export function unsealUrl({ keyring }: Keys, { id, url_sealed: text }: Pick<ServerRow, "id" | "url_sealed">): string {
  return sealedUrls.isPlain?.(text) ? text : keyring.unseal(sealedUrls.purpose, sealedUrls.place(id), text)
}
