import { perform } from "#access/perform.ts"
import { getProfile, listPasskeys, listSessions } from "#domains/accounts/index.ts"
import { listWorkspaces } from "#domains/workspaces/index.ts"
import type { PageContent, Visit } from "../page.ts"
import type { AccountData } from "./data.ts"

/** What belongs to a person and not to a workspace: name, workspaces, signed-in browsers, passkeys. */
export async function loadAccount(visit: Visit): Promise<PageContent<AccountData>> {
  const data = await accountData(visit)
  return { head: { title: "Your account" }, data }
}

async function accountData({ app, caller, query, formToken, refusal, typed }: Visit): Promise<AccountData> {
  const { email, name } = await perform({ app, caller }, getProfile, {})
  const { items: sessions } = await perform({ app, caller }, listSessions, {})
  const { items: passkeys } = await perform({ app, caller }, listPasskeys, {})
  const { workspaces } = await perform({ app, caller }, listWorkspaces, { limit: 100 })
  const form = (action: string) => ({ action, formToken })
  return {
    email,
    profile: { ...form("/account"), name: typed.name ?? name ?? "" },
    wasSaved: query.saved !== undefined && refusal === null,
    workspaces: workspaces.map(({ slug, name, role }) => ({ slug, name, role })),
    newWorkspacePath: "/workspaces/new",
    sessions: sessions.map(({ id, ...session }) => ({ ...session, end: form(`/account/sessions/${id}/end`) })),
    endOthers: form("/account/sessions/end-others"),
    signOut: form("/sign-out"),
    passkeys,
    renamePasskey: form("/account/passkeys/rename"),
    removePasskey: form("/account/passkeys/remove"),
    dataPath: "/account/data.json",
    erase: form("/account/erase"),
    newPasskey: { options: form("/account/passkeys/options"), form: form("/account/passkeys") },
    refusal,
  }
}
