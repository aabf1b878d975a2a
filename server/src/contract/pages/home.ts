export interface HomeData {
  baseUrl: string
  /** Null in production: there is no demo workspace. */
  demo: { payUrl: string; giftCodes: string[]; mailboxPath: string | null } | null
  /** Those of the person who is signed in; null when nobody is. */
  workspaces: { slug: string; name: string; role: string }[] | null
}
