import type { Outside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type AddressKind, type AddressUse, readAddress, signAddress } from "../signed-address.ts"

interface Signed {
  fileId: string
  workspaceId: WorkspaceId
  accountId: string
  /** Epoch milliseconds. */
  expiresAt: number
  use: AddressUse
}

const ofMember: AddressKind = {
  shape: /^file_\w{1,64}\.\w{1,64}\.\w{1,64}$/,
  purposes: { download: "drive-file-address", preview: "drive-file-preview", picture: "drive-file-picture" },
}

export function signFileAddress(cx: Pick<Outside, "addresses" | "keyring">, signed: Signed): string {
  const { fileId, workspaceId, accountId, ...rest } = signed
  return signAddress(cx, ofMember, { parts: [fileId, workspaceId, accountId], ...rest })
}

export function readMemberFileAddress(
  cx: Pick<Outside, "keyring"> & { now(): number },
  address: string,
): Signed | "ended" | undefined {
  const read = readAddress(cx, ofMember, address)
  if (read === undefined || read === "ended") return read
  const { parts, ...rest } = read
  const [fileId = "", signedFor = "", accountId = ""] = parts
  const workspaceId = signedFor as WorkspaceId // its MAC says that it is what `signFileAddress` wrote
  return { fileId, workspaceId, accountId, ...rest }
}
