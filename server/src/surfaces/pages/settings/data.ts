import type { PageForm, RefusalData } from "../page-form.ts"

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
