import type { Outside } from "#access/context.ts"
import type { SignInPlace } from "#adapters/tool-servers/port.ts"
import { sealedPlaces, sealedUrls } from "../places/index.ts"
import type { ServerRow } from "./server-store.ts"

type Keys = Pick<Outside, "keyring">

/** Seals where one signs in for a server: our client there may have a secret. */
export function sealPlace({ keyring }: Keys, id: string, place: SignInPlace): string {
  return keyring.seal(sealedPlaces.purpose, sealedPlaces.place(id), JSON.stringify(place))
}

/** Unseals it; undefined where it is not known. */
export function openPlace({ keyring }: Keys, { id, place_sealed }: ServerRow): SignInPlace | undefined {
  if (place_sealed === null) return undefined
  return JSON.parse(keyring.open(sealedPlaces.purpose, sealedPlaces.place(id), place_sealed))
}

/** Seals the address of a server: it may hold a token. */
export function sealUrl({ keyring }: Keys, id: string, url: string): string {
  return keyring.seal(sealedUrls.purpose, sealedUrls.place(id), url)
}

/** Unseals the address of a server. */
export function unsealUrl({ keyring }: Keys, { id, url_sealed: text }: Pick<ServerRow, "id" | "url_sealed">): string {
  return sealedUrls.isPlain?.(text) ? text : keyring.open(sealedUrls.purpose, sealedUrls.place(id), text)
}
