import { html } from "../transport/html.ts"
import type { PageContent, Visit } from "./page.ts"
import { plainForm, plainRefusal } from "./plain-form.ts"

/** Asks for the name and the address of a new workspace. */
export async function loadNewWorkspace({ typed, formToken, refusal }: Visit): Promise<PageContent<"new-workspace">> {
  const form = { action: "/workspaces/new", formToken, name: typed.name ?? "", slug: typed.slug ?? "" }
  const name = html`<label>Name <input name="name" value="${form.name}" required></label>`
  const slug = html`<label>Address <input name="slug" value="${form.slug}" required></label>`
  return {
    head: { title: "New workspace" },
    data: { form, refusal },
    plain: html`<h1>New workspace</h1>${plainRefusal(refusal)}${plainForm(form, html`${name}${slug}`, "Make it")}`,
  }
}
