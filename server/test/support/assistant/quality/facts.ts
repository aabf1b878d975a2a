import type { Action } from "#access/action.ts"
import { type App, perform } from "#access/perform.ts"
import { listStreamelementsCommands } from "#domains/chat-commands/index.ts"
import { searchDocs } from "#domains/docs/index.ts"
import { searchDriveFiles } from "#domains/drive/index.ts"
import { listOffers } from "#domains/handover/index.ts"
import { listLinks } from "#domains/links/index.ts"
import { getTeamTime, getTeamWeek } from "#domains/team-time/index.ts"
import { listWorkspaces } from "#domains/workspaces/index.ts"
import { demo } from "#start/demo/demo-data.ts"

export type Owner = Awaited<ReturnType<typeof ownerOf>>
export type RunFacts = Awaited<ReturnType<typeof readFacts>>

/** The demo's owner as a caller in the studio. */
export async function ownerOf({ database }: Pick<App, "database">) {
  const accounts = database.read.selectFrom("accounts").select("id").where("email", "=", demo.email)
  const { id: accountId } = await accounts.executeTakeFirstOrThrow()
  return { kind: "person", accountId, workspaceSlug: demo.slug } as const
}

/** Facts about the demo's studio, from the service's own reads. */
export async function readFacts(app: App, caller: Owner) {
  const read = <Input extends Action["input"], Output extends Action["output"]>(
    action: Action<Input, Output>,
    input: unknown = {},
  ) => perform({ app, caller }, action, input)
  const { files, folders } = await read(searchDriveFiles)
  return {
    links: (await read(listLinks)).links,
    trashedLinks: (await read(listLinks, { inTrash: true })).links,
    docs: (await read(searchDocs)).docs,
    ...{ files, folders },
    time: await read(getTeamTime),
    members: (await read(getTeamWeek)).members,
    workspaces: (await read(listWorkspaces)).workspaces,
    offers: (await read(listOffers)).items,
    hasChannel: await read(listStreamelementsCommands).then(
      () => true,
      () => false,
    ),
  }
}
