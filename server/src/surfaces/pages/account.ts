import { perform } from "#access/perform.ts"
import { getProfile, listPasskeys, listSessions } from "#domains/accounts/index.ts"
import { listWorkspaces } from "#domains/workspaces/index.ts"
import { type Html, html } from "../transport/html.ts"
import type { PageContent, Visit } from "./page.ts"
import type { AccountData } from "./people-page-data.ts"
import { plainForm, plainRefusal } from "./plain-form.ts"

/** What belongs to a person and not to a workspace: name, workspaces, signed-in browsers, passkeys. */
export async function loadAccount(visit: Visit): Promise<PageContent<"account">> {
  const data = await accountData(visit)
  return { head: { title: "Your account" }, data, plain: plainAccount(data) }
}

async function accountData({ app, caller, formToken, refusal, typed }: Visit): Promise<AccountData> {
  const { email, name } = await perform({ app, caller }, getProfile, {})
  const { items: sessions } = await perform({ app, caller }, listSessions, {})
  const { items: passkeys } = await perform({ app, caller }, listPasskeys, {})
  const { workspaces } = await perform({ app, caller }, listWorkspaces, { limit: 100 })
  const form = (action: string) => ({ action, formToken })
  return {
    email,
    profile: { ...form("/account"), name: typed.name ?? name ?? "" },
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

function plainAccount(data: AccountData): Html {
  const workspaces = data.workspaces.map(({ name, role }) => html`<li>${name}: ${role}</li>`)
  const sessions = data.sessions.map(
    ({ label, isCurrent, end }) =>
      html`<li>${label}${isCurrent ? " (this browser)" : ""} ${plainForm(end, html``, "End")}</li>`,
  )
  return html`
    <h1>Your account</h1>
    <p>${data.email}</p>
    ${plainRefusal(data.refusal)}
    <p><a href="/account/connections">Connected apps</a></p>
    <h2>Workspaces</h2>
    <ul>${workspaces}</ul>
    <p><a href="${data.newWorkspacePath}">New workspace</a></p>
    <h2>Signed in</h2>
    <ul>${sessions}</ul>
    ${plainForm(data.endOthers, html``, "End all others")}
    ${plainForm(data.signOut, html``, "Sign out")}
    <p><a href="${data.dataPath}">Download your data</a></p>
    ${plainForm(data.erase, html`<input name="email" type="email" required>`, "Erase this account")}
  `
}
