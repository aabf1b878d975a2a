import type { Outside } from "#access/context.ts"
import { modeOfKey } from "#kernel/key-mode.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

type State = "ready" | "stopped"

/** The processor accounts that a workspace's next sale could be charged on. */
export interface SellerProcessorAccounts {
  workspaceId: WorkspaceId
  /** Its own complete processor account that is not removed. */
  own: { id: string; publishableKey: string; state: State } | null
  installation: State
}

/** Why no buyer can be charged: no processor account may sell for the workspace, or its account has stopped. */
export type Obstacle = "no-account" | "stopped"

type Cx = Pick<Outside, "payments" | "selling">

/**
 * Decides which processor account a workspace's next sale is charged on (`SVC_SELLING`). A workspace with an account of
 * its own never falls back to the installation's: its money would go to the operator.
 */
export function chooseProcessorAccount(
  { selling }: Cx,
  processorAccounts: SellerProcessorAccounts,
): { id: string } | { obstacle: Obstacle } {
  const { own, installation, workspaceId } = processorAccounts
  const mayUseInstallation = selling.installation === "everybody" || selling.installation.includes(workspaceId)
  const chosen = own && selling.own ? own : mayUseInstallation ? { id: "installation", state: installation } : undefined
  if (!chosen) return { obstacle: "no-account" }
  return chosen.state === "ready" ? { id: chosen.id } : { obstacle: "stopped" }
}

/** Whether the chosen account has test keys of a real processor. Then sales move no money, and only members may buy. */
export function isTestSale({ payments }: Cx, id: string, { own }: SellerProcessorAccounts): boolean {
  if (payments.name === "sandbox") return false
  const isLive = id === own?.id ? modeOfKey(own.publishableKey) === "live" : payments.isLive({ id: "installation" })
  return !isLive
}
