import type { Outside } from "#access/context.ts"
import { HostileUpdate } from "../hostile-update.ts"
import { maxNewClients, serverClient } from "./limits.ts"
import type { Writer } from "./writer.ts"

/**
 * Whose the client ids of a doc are, as far as this process knows. Yjs drops what comes under an id and a number that
 * it has, so who wrote as somebody else could have all that they type swallowed.
 */
export class Clients {
  readonly #owners = new Map<number, string>()
  readonly #areChecked: boolean

  constructor({ areDocAuthorsChecked }: Pick<Outside, "areDocAuthorsChecked">) {
    this.#areChecked = areDocAuthorsChecked
  }

  /**
   * The ids that have to be claimed for the writer before what came under them is stored.
   *
   * @throws HostileUpdate when no writer may have them.
   */
  toClaim(ids: readonly number[], { accountId }: Pick<Writer, "accountId">, isWhole: boolean): readonly number[] {
    if (ids.includes(serverClient)) throw new HostileUpdate("The update is written in the server's name.")
    if (isWhole && !this.#areChecked) return []
    if (ids.length > maxNewClients) throw new HostileUpdate("The update is written in too many names.")
    return ids.filter((id) => this.#owners.get(id) !== accountId)
  }

  /** Remembers whose ids are that were claimed. */
  keep(ids: readonly number[], { accountId }: Pick<Writer, "accountId">): void {
    for (const id of ids) this.#owners.set(id, accountId)
  }
}
