import type { PageContent, Visit } from "../page.ts"
import type { NewWorkspaceData } from "./data.ts"

/** Asks for the name and the address of a new workspace. */
export async function loadNewWorkspace({ typed, formToken, refusal }: Visit): Promise<PageContent<NewWorkspaceData>> {
  const form = { action: "/workspaces/new", formToken, name: typed.name ?? "", slug: typed.slug ?? "" }
  return {
    head: { title: "New workspace" },
    data: { form, refusal },
  }
}
