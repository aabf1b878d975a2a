/** People, workspaces, who belongs where, and how they sign in. */
export interface PeopleTables {
  accounts: {
    id: string
    /** Canonical: trimmed and in lower case. */
    email: string
    name: string | null
    created_at: number
  }
  workspaces: {
    id: string
    slug: string
    name: string
    created_at: number
    suspended_at: number | null
    deleted_at: number | null
  }
  /** Who belongs where; primary key (workspace_id, account_id). */
  members: {
    workspace_id: string
    account_id: string
    role: "viewer" | "member" | "admin" | "owner"
    created_at: number
  }
  /** Custom domains. Any workspace may ask for one (unique workspace_id, hostname), one owns it (unique while verified). */
  domains: {
    id: string
    workspace_id: string
    hostname: string
    /** When both records were found; null while they have not been, and again once they are gone for good. */
    verified_at: number | null
    checked_at: number | null
    /** Since when the records of a verified domain have been missing. */
    failing_since: number | null
    created_at: number
  }
  /** A sign-in that waits for its code or link; both are MACs of its id, so nothing usable lies here. */
  sign_ins: {
    id: string
    email: string
    /** SHA-256 of the asking browser's cookie. */
    browser_hash: string
    /** A path of ours. */
    return_to: string
    tries: number
    created_at: number
    expires_at: number
    used_at: number | null
  }
  /** Browsers that are signed in; an ended session is deleted. */
  sessions: {
    id: string
    /** SHA-256 of the token in the cookie. */
    hash: string
    account_id: string
    /** Such as `Firefox on Linux`. */
    label: string
    created_at: number
    /** Exact to a minute. */
    last_seen_at: number
    expires_at: number
  }
  passkeys: {
    /** The credential's id, base64url. */
    id: string
    account_id: string
    name: string
    /** COSE, base64url. */
    public_key: string
    counter: number
    /** JSON. */
    transports: string
    created_at: number
    last_used_at: number | null
  }
  /** Challenges that passkeys are to sign, each used once. */
  passkey_challenges: {
    hash: string
    /** Who asked: the account that adds a passkey, or the SHA-256 of the cookie of the browser that signs in. */
    asker: string
    expires_at: number
  }
  /** Invitations that wait (unique workspace_id, email); the link is a MAC of the id. */
  invitations: {
    id: string
    workspace_id: string
    email: string
    role: "viewer" | "member" | "admin" | "owner"
    invited_by: string
    /** How many mails went out. */
    sent: number
    created_at: number
    expires_at: number
  }
}
