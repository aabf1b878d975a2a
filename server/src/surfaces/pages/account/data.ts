import type { PageForm, RefusalData } from "../page-form.ts"

export interface AccountData {
  email: string
  /** Field: `name`. */
  profile: PageForm & { name: string }
  /** The name was saved just now. */
  wasSaved: boolean
  workspaces: { slug: string; name: string; role: string }[]
  newWorkspacePath: string
  /** Each with a form that ends it. */
  sessions: { label: string; isCurrent: boolean; createdAt: number; lastSeenAt: number; end: PageForm }[]
  endOthers: PageForm
  signOut: PageForm
  passkeys: { id: string; name: string; createdAt: number; lastUsedAt: number | null }[]
  /** Fields: `id`, `passkey_name`. */
  renamePasskey: PageForm
  /** Field: `id`. */
  removePasskey: PageForm
  /** `options` answers JSON for `navigator.credentials.create`; `form` takes what it gives, as JSON in `response`, and `passkey_name`. */
  newPasskey: { options: PageForm; form: PageForm }
  /** Everything that is kept about the person, as a JSON file. */
  dataPath: string
  /** Field: `email`, the account's own. */
  erase: PageForm
  refusal: RefusalData | null
}
