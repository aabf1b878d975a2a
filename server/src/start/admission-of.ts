import type { App } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"

export function admissionOf({ signUp, storageGigabytes, ...settings }: Settings): App["admission"] {
  const { operators, contact, workspacesOfAccount, workspaces } = settings
  const storageBytes = storageGigabytes === undefined ? undefined : storageGigabytes * 1e9
  return { isSignUpOpen: signUp === "open", operators, contact, workspacesOfAccount, workspaces, storageBytes }
}
