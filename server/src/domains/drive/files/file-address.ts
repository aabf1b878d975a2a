import type { Outside } from "#access/context.ts"
import { hasEnded } from "#kernel/has-ended.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** What a signed address is for: a file, for one member, until a moment, to be saved or to be shown. */
interface Signed {
  fileId: string
  workspaceId: WorkspaceId
  accountId: string
  /** Epoch milliseconds. */
  expiresAt: number
  isPreview: boolean
}

/** How long an address is good. A player asks for part after part while it plays. */
export const addressMs = { download: 5 * 60_000, preview: 60 * 60_000 } as const

/** The address of a file on the files' host. Nothing of it can be changed without breaking its MAC. */
export function signFileAddress(cx: Pick<Outside, "addresses" | "keyring">, signed: Signed): string {
  const { fileId, workspaceId, accountId, expiresAt, isPreview } = signed
  const text = `${fileId}.${workspaceId}.${accountId}.${expiresAt.toString(36)}`
  return `${cx.addresses.files}/${text}.${cx.keyring.mac(purposeOf(isPreview), text)}`
}

/** What the last part of an address says; "ended" when it is over or not genuine, undefined when it is none of these. */
export function readFileAddress(
  cx: Pick<Outside, "keyring"> & { now(): number },
  address: string,
): Signed | "ended" | undefined {
  const match = /^((file_\w{1,64})\.(\w{1,64})\.(\w{1,64})\.([0-9a-z]{1,10}))\.([\w-]{43})$/.exec(address)
  if (!match) return undefined
  const [, text = "", fileId = "", signedFor = "", accountId = "", expiry = "", mac = ""] = match
  const isPreview = cx.keyring.verify(purposeOf(true), text, mac)
  const isGenuine = isPreview || cx.keyring.verify(purposeOf(false), text, mac)
  const expiresAt = Number.parseInt(expiry, 36)
  if (!isGenuine || hasEnded(cx.now(), expiresAt, addressMs[isPreview ? "preview" : "download"])) return "ended"
  const workspaceId = signedFor as WorkspaceId // its MAC says that it is what `signFileAddress` wrote
  return { fileId, workspaceId, accountId, expiresAt, isPreview }
}

const purposeOf = (isPreview: boolean) => (isPreview ? "drive-file-preview" : "drive-file-address")
