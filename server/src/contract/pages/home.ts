import type { Role } from "../console/route.ts"
export interface HomeData {
  baseUrl: string
  /** Null in production: there is no demo workspace. */
  demo: { payUrl: string; giftCodes: string[]; mailboxPath: string | null } | null
  /** The signed-in person's workspaces; null for other visitors. */
  workspaces: { slug: string; name: string; role: Role }[] | null
}
