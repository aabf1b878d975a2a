/** Why a form was refused; stands on the page, where what was typed is kept. */
export interface RefusalData {
  message: string
  hint: string | null
}

/** A form's address, and the value of its hidden field `form_token`. */
export interface PageForm {
  action: string
  formToken: string
}

export interface SignInData {
  /** Fields: `email`, `return_to`. */
  form: PageForm
  email: string
  returnTo: string
  /** `options` answers JSON for `navigator.credentials.get`; `form` takes what it gives, as JSON in `response`, and `return_to`. */
  passkey: { options: PageForm; form: PageForm }
  refusal: RefusalData | null
}

export interface SignInCodeData {
  /** Field: `code`, with what was typed before. */
  form: PageForm
  code: string
  email: string
  /** Mails another code. Fields: `email`, `return_to`, with these values. */
  again: PageForm & { email: string; returnTo: string }
  refusal: RefusalData | null
}

export interface SignInLinkData {
  form: PageForm
  email: string
  /** False when the mail was asked for in another browser: then the page says so. */
  isAskingBrowser: boolean
  refusal: RefusalData | null
}

export interface AccountData {
  email: string
  /** Field: `name`. */
  profile: PageForm & { name: string }
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

export interface NewWorkspaceData {
  /** Fields: `name`, `slug`, with what was typed before. */
  form: PageForm & { name: string; slug: string }
  refusal: RefusalData | null
}

export interface InvitationData {
  workspaceName: string
  /** Who invites: a name, or else an address. */
  inviter: string
  /** The address that it is for. */
  email: string
  role: string
  isSignedIn: boolean
  /** Null unless the visitor is signed in with the invited address. */
  accept: PageForm | null
  /** Where the invited person signs in first. */
  signInPath: string
  refusal: RefusalData | null
}

export interface MembersData {
  workspace: { slug: string; name: string; role: string }
  members: {
    accountId: string
    email: string
    name: string | null
    role: string
    joinedAt: number
    isCaller: boolean
  }[]
  /** The invitations that wait to be accepted; empty for a visitor who may not manage. */
  invitations: { id: string; email: string; role: string; createdAt: number; expiresAt: number }[]
  /** Null for a visitor who may not manage; the roles are those that the visitor may give. */
  manage: {
    roles: string[]
    /** Fields: `email`, `role`, with what was typed before. */
    invite: PageForm & { email: string; role: string }
    /** Field: `id`. */
    revoke: PageForm
    /** Fields: `account_id`, `role`. */
    changeRole: PageForm
    /** Field: `account_id`. */
    remove: PageForm
  } | null
  leave: PageForm
  refusal: RefusalData | null
}

export interface DomainsData {
  workspace: { slug: string; name: string; role: string }
  /** Each with the two TXT records that it needs, for good. */
  domains: { id: string; hostname: string; state: string; records: { name: string; value: string }[] }[]
  /** Null for a visitor who may not manage. `attach` also checks a domain again. */
  manage: {
    /** Field: `domain`, with what was typed before. */
    attach: PageForm & { domain: string }
    /** Field: `id`. */
    remove: PageForm
  } | null
  refusal: RefusalData | null
}

export interface ChannelData {
  workspace: { slug: string; name: string; role: string }
  /** The connected StreamElements channel. Its token is in no page. */
  channel: { channelId: string; channelName: string; connectedAt: number } | null
  /** Null for a visitor who may not manage. */
  manage: {
    /** Fields: `channel`, `token_kind` (`jwt` or `oauth`), with what was typed before, and `token`, always empty. */
    connect: PageForm & { channel: string; tokenKind: string }
    disconnect: PageForm
  } | null
  refusal: RefusalData | null
}
