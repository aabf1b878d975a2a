import type { Outside } from "#access/context.ts"
import type { SignInPlace } from "#adapters/tool-servers/port.ts"
import { sealedPlaces } from "../places/index.ts"
import type { ServerRow } from "./server-store.ts"

type Keys = Pick<Outside, "keyring">

/** Seals where one signs in for a server: our client there may have a secret. */
export function sealPlace({ keyring }: Keys, id: string, place: SignInPlace): string {
  return keyring.seal(sealedPlaces.purpose, sealedPlaces.place(id), JSON.stringify(place))
}

/** Opens it; undefined where it is not known. */
export function openPlace({ keyring }: Keys, { id, place_sealed }: ServerRow): SignInPlace | undefined {
  if (place_sealed === null) return undefined
  return JSON.parse(keyring.open(sealedPlaces.purpose, sealedPlaces.place(id), place_sealed))
}
