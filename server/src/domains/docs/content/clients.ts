import type { Outside } from "#access/context.ts"
import { HostileUpdate } from "../hostile-update.ts"
import { maxNewClients, serverClient } from "./limits.ts"
import type { Writer } from "./writer.ts"

/**
 * This process's cache of the owners of a doc's client ids. Yjs drops an item whose client id and clock it has already,
 * so a writer who used another person's client id could make Yjs drop that person's typing.
 */
export class Clients {
  readonly #owners = new Map<number, string>()
  readonly #areChecked: boolean

  constructor({ areDocAuthorsChecked }: Pick<Outside, "areDocAuthorsChecked">) {
    this.#areChecked = areDocAuthorsChecked
  }

  /** The ids to claim before an update is stored. @throws HostileUpdate when no writer may have them. */
  toClaim(ids: readonly number[], { accountId }: Pick<Writer, "accountId">, isWhole: boolean): readonly number[] {
    if (ids.includes(serverClient)) throw new HostileUpdate("The update is written in the server's name.")
    if (isWhole && !this.#areChecked) return []
    if (ids.length > maxNewClients) throw new HostileUpdate("The update is written in too many names.")
    return ids.filter((id) => this.#owners.get(id) !== accountId)
  }

  keep(ids: readonly number[], { accountId }: Pick<Writer, "accountId">): void {
    for (const id of ids) this.#owners.set(id, accountId)
  }
}
