import type { Context } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type Audience, openAudience } from "./audience.ts"
import type { ChangeStream } from "./stream.ts"

export class StreamRegistry {
  readonly #cx: Context
  readonly #onFault: (fault: unknown) => void
  readonly #byAccount = new Map<string, Set<ChangeStream>>()
  readonly audiences = new Map<WorkspaceId, Audience>()

  constructor(cx: Context, onFault: (fault: unknown) => void) {
    this.#cx = cx
    this.#onFault = onFault
  }

  size = 0

  all(): ChangeStream[] {
    return [...this.#byAccount.values()].flatMap((own) => [...own])
  }

  /** The account's streams, oldest first. */
  ofAccount(accountId: string): ChangeStream[] {
    return [...(this.#byAccount.get(accountId) ?? [])]
  }

  /** Returns the audience of the stream's workspace. */
  add(stream: ChangeStream): Audience {
    const { accountId, workspaceId } = stream
    this.size += 1
    this.#byAccount.set(accountId, (this.#byAccount.get(accountId) ?? new Set()).add(stream))
    const audience = this.audiences.get(workspaceId) ?? openAudience(this.#cx, workspaceId, this.#onFault)
    this.audiences.set(workspaceId, audience)
    audience.streams.add(stream)
    return audience
  }

  remove(stream: ChangeStream): void {
    const own = this.#byAccount.get(stream.accountId)
    if (own?.delete(stream)) this.size -= 1
    if (own?.size === 0) this.#byAccount.delete(stream.accountId)
    const audience = this.audiences.get(stream.workspaceId)
    audience?.streams.delete(stream)
    if (audience?.streams.size === 0) this.audiences.delete(stream.workspaceId)
  }
}
