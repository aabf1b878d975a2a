/** People, and how they sign in. */
export interface AccountTables {
  accounts: {
    id: string
    /** Canonical: trimmed and in lower case. */
    email: string
    name: string | null
    created_at: number
  }
  /** A sign-in that waits for its code or link. Both are MACs of its id, so the table contains no secret. */
  sign_ins: {
    id: string
    email: string
    /** SHA-256 of the asking browser's cookie. */
    browser_hash: string
    /** A path of this site. */
    return_to: string
    tries: number
    created_at: number
    expires_at: number
    used_at: number | null
  }
  /** Signed-in browsers. An ended session is deleted. */
  sessions: {
    id: string
    /** SHA-256 of the token in the cookie. */
    hash: string
    account_id: string
    /** Such as `Firefox on Linux`. */
    label: string
    created_at: number
    /** Accurate to a minute. */
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
  /** Challenges for passkeys to sign, each used once. */
  passkey_challenges: {
    hash: string
    /** Who asked: the account that adds a passkey, or the SHA-256 of the cookie of the browser that signs in. */
    asker: string
    expires_at: number
  }
}
